import type { Logger } from 'pino';
import type { Bus } from '#platform/bus/bus.ts';
import type { Database } from '#platform/database/open-database.ts';
import type { DiskRoom } from '#platform/disk-capacity.ts';
import type { Outbound } from '#platform/outbound/outbound.ts';
import type { Secrets } from '#platform/secrets/secrets.ts';
import type { Settings } from '#platform/settings.ts';
import type { KeptFiles } from '../files/sealed-files.ts';

/** Infrastructure of the product: settings, stores and clock. */
export interface MachineServices {
  readonly settings: Settings;
  readonly database: Database;
  readonly bus: Bus;
  readonly secrets: Secrets;
  readonly files: KeptFiles;
  /** Whether writes are taken. */
  readonly room: DiskRoom;
  readonly outbound: Outbound;
  readonly log: Logger;
  /** Version of the product (package.json). */
  readonly version: string;
  /** Epoch milliseconds; tests move it. */
  readonly now: () => number;
}
