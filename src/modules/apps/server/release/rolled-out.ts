import { sql, type Selectable } from 'kysely';
import type { Caller } from '#kit/server/caller.ts';
import type { Fields, Kind } from '#kit/server/change/kind.ts';
import type { TableField } from '#kit/server/change/table-kind.ts';
import type { Db, Tx } from '#kit/server/directory.ts';
import type { Services } from '#kit/server/services.ts';
import type { RolloutGates, RolloutHalt, RolloutState } from '../../common/rollout.contract.ts';
import type { RolloutTable } from './rollout.table.ts';

/** A gate at which a rollout halts. */
export type Gate = keyof RolloutGates;

/** What is common to every rollout: the version that it is of, its plan and where it stands. */
export type RolloutRow = Omit<Selectable<RolloutTable>, 'app_id' | 'platform'>;

/** A version that is rolled out. */
export interface RolledVersion {
  readonly id: string;
  readonly name: string;
  /** Way of the department to which it belongs, where it is known. */
  readonly path: string | null;
  /** Fields of its rollout beside those of every rollout. */
  readonly fields: Fields;
}

const going = ['running', 'waiting', 'paused', 'halted'] as const satisfies readonly RolloutState[];
/** States in which a rollout is under way: until it is done or given up. */
export const underWay: ReadonlySet<RolloutState> = new Set(going);
/** The same as a list of SQL. */
export const statesUnderWay = sql.raw(`(${going.map((state) => `'${state}'`).join(', ')})`);

/** Versions of one kind that go out in stages: where their rollouts and offers stand, and what differs of them. */
export interface RolledOut {
  readonly table: string;
  /** How far terminals are with a version: a row for each that was offered one, with the columns of `version_offer`. */
  readonly offers: string;
  readonly gates: readonly Gate[];
  readonly kind: Kind;
  /** The version in the caller's range; refuses with 10910, or 10404. */
  find(db: Db, caller: Caller, versionId: string): Promise<RolledVersion>;
  /** Whether another rollout is under way where this one would go (13021). */
  taken(tx: Tx, version: RolledVersion): Promise<boolean>;
  /** Takes the version off shelf: its rollout was given up. */
  takeOff(tx: Tx, caller: Caller, versionId: string, reason: string | null): Promise<void>;
  /** Tells who is to know that a rollout halted by itself. */
  tell(tx: Tx, services: Services, versionId: string, halt: RolloutHalt): Promise<void>;
}

/** Fields of a rollout in the change engine. */
export const rolloutFields: Readonly<Record<string, TableField>> = {
  versionId: { column: 'version_id', internal: true },
  stages: { column: 'stages' },
  gates: { column: 'gates' },
  window: { column: 'time_window' },
  salt: { column: 'salt', internal: true },
  state: { column: 'state' },
  stageNo: { column: 'stage_no' },
  stageSince: { column: 'stage_since', moment: true },
  haltedBy: { column: 'halted_by' },
};
