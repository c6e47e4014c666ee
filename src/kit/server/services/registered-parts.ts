import type { ReviewedArea } from '../access/reviewed-area.ts';
import type { ClientPart } from '../client/client-part.ts';
import type { DeviceGate } from '../client/device-gate.ts';
import type { ClientEpoch, TerminalGate } from '../client/terminal-gate.ts';
import type { ConfigArea } from '../config/config-area.ts';
import type { HoldingKind } from '../holdings.ts';
import type { KnownRadarKind } from '../radar-kind.ts';

/** What the modules register to be asked later, of every module; each is given the core services when it is asked. */
export interface RegisteredParts {
  /** What stands before the calls of terminals; without it they answer 10503. */
  readonly terminals?: TerminalGate;
  /** Which devices are let in; without it every one is. */
  readonly devices?: DeviceGate;
  /** Count the decisions that terminals go by, of every module. */
  readonly clientEpochs: readonly ClientEpoch[];
  /** Of what terminals are told while they wait, of every module. */
  readonly clientParts: readonly ClientPart[];
  /** Everything that ends or ages, by its kind. */
  readonly radarKinds: readonly KnownRadarKind[];
  /** Everything that can be carried between installations as text. */
  readonly configAreas: readonly ConfigArea[];
  /** Role areas that the review of rights lists beside that of the console, of every module. */
  readonly reviewedAreas: readonly ReviewedArea[];
  /** What people hold, of every module. */
  readonly holdings: readonly HoldingKind[];
}
