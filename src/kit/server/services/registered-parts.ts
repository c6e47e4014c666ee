import type { ReviewedArea } from '../access/reviewed-area.ts';
import type { ClientPart } from '../client/client-part.ts';
import type { DeviceGate } from '../client/device-gate.ts';
import type { ClientEpoch, TerminalGate } from '../client/terminal-gate.ts';
import type { ConfigArea } from '../config/config-area.ts';
import type { HoldingKind } from '../holdings.ts';
import type { KnownRadarKind } from '../radar-kind.ts';

/** Parts that modules register and the kit calls later; each receives the core services when it is called. */
export interface RegisteredParts {
  /** Gate before the calls of terminals; without it they answer 10503. */
  readonly terminals?: TerminalGate;
  /** Decides which devices are admitted; without it all are. */
  readonly devices?: DeviceGate;
  /** Count the decisions that terminals go by, of every module. */
  readonly clientEpochs: readonly ClientEpoch[];
  /** Parts whose changes waiting terminals are notified of, of all modules. */
  readonly clientParts: readonly ClientPart[];
  /** Everything that ends or ages, by its kind. */
  readonly radarKinds: readonly KnownRadarKind[];
  /** Everything that can be carried between installations as text. */
  readonly configAreas: readonly ConfigArea[];
  /** Role areas that the review of rights lists beside that of the console, of every module. */
  readonly reviewedAreas: readonly ReviewedArea[];
  /** Holdings of people, of all modules. */
  readonly holdings: readonly HoldingKind[];
}
