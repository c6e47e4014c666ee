import type { RawBuilder } from 'kysely';
import type { LocalText } from '#kit/common/language.ts';
import type { HoldingChoice } from '#kit/common/holding.ts';
import type { Caller, Range } from './caller.ts';
import type { BatchOptions } from './change/journal.ts';
import type { Db, Tx } from './directory.ts';
import type { TerminalGate } from './client/terminal-gate.ts';
import type { CoreServices } from './services/core-services.ts';

/** Object that a person holds, as the leaving checklist names it. */
export interface HeldObject {
  readonly id: string;
  readonly name: string;
}

/** The core services, and what ends sessions of terminals. */
export interface HoldingServices extends CoreServices {
  readonly terminals?: TerminalGate;
}

/** Decision about the holdings of a person who leaves. */
export interface HandOver {
  /** Id of the person who leaves. */
  readonly uid: string;
  readonly choice: HoldingChoice;
  /** Id of the person who takes over; never null for `handOver`. */
  readonly successorId: string | null;
  /** Acts for the product: whoever may let somebody leave may let go of what they hold, whatever it is. */
  readonly caller: Caller;
  readonly services: HoldingServices;
  /** The batch of the journal that everything belongs to, so that one leaving is undone as one. */
  readonly options: BatchOptions;
}

/** Order of processing: access first, then what successors continue, then what is only removed. */
export const holdingOrder = ['end', 'handOver', 'remove'] as const;

/** Kind of holding that people must not keep when they leave; declared by the module that stores it. */
export interface HoldingKind {
  readonly kind: string;
  readonly title: LocalText;
  /** Kind of the ids of a sample, to hide names outside the reader's range. */
  readonly refers?: 'employee' | 'department';
  /** SQL: whether a thing of a sample (`t.id`) is named to whoever sees this range, where things of another sort belong to departments. */
  readonly visible?: (range: Range) => RawBuilder<boolean>;
  readonly order: (typeof holdingOrder)[number];
  /** Possible choices; the first is the default and needs no successor. */
  readonly choices: readonly [HoldingChoice, ...HoldingChoice[]];
  /** Counts by person; people who hold none may be absent. */
  count(db: Db, uids: readonly string[]): Promise<ReadonlyMap<string, number>>;
  /** The first of what one person holds. */
  sample(db: Db, uid: string, limit: number): Promise<readonly HeldObject[]>;
  /** Applies a choice for one person in one transaction; repeating it finds nothing left. Returns the number of objects handed over or removed. */
  apply(tx: Tx, request: HandOver): Promise<number>;
}
