import type { RawBuilder } from 'kysely';
import type { LocalText } from '#kit/common/language.ts';
import type { HoldingChoice } from '#kit/common/holding.ts';
import type { Caller, Range } from './caller.ts';
import type { BatchOptions } from './change/journal.ts';
import type { Db, Tx } from './directory.ts';
import type { TerminalGate } from './client/terminal-gate.ts';
import type { CoreServices } from './services/core-services.ts';

/** One thing that somebody holds, as the checklist of who leaves names it. */
export interface HeldThing {
  readonly id: string;
  readonly name: string;
}

/** The core services, and what ends sessions of terminals. */
export interface HoldingServices extends CoreServices {
  readonly terminals?: TerminalGate;
}

/** What is to become of what a person holds. */
export interface HandOver {
  /** Who leaves. */
  readonly uid: string;
  readonly choice: HoldingChoice;
  /** Who takes it over; never null for `handOver`. */
  readonly successorId: string | null;
  /** Acts for the product: whoever may let somebody leave may let go of what they hold, whatever it is. */
  readonly caller: Caller;
  readonly services: HoldingServices;
  /** The batch of the journal that everything belongs to, so that one leaving is undone as one. */
  readonly options: BatchOptions;
}

/** When something is done: what opens doors goes first, then what others go on with, then what is just taken away. */
export const holdingOrder = ['end', 'handOver', 'remove'] as const;

/** Something that people hold and must not keep when they leave; the module declares it that keeps it. */
export interface HoldingKind {
  readonly kind: string;
  readonly title: LocalText;
  /** What the ids of a sample are of: nobody is shown names from outside their range. */
  readonly refers?: 'employee' | 'department';
  /** SQL: whether a thing of a sample (`t.id`) is named to whoever sees this range, where things of another sort belong to departments. */
  readonly visible?: (range: Range) => RawBuilder<boolean>;
  readonly order: (typeof holdingOrder)[number];
  /** What may be done with it; the first is done where nobody chose, and needs no successor. */
  readonly choices: readonly [HoldingChoice, ...HoldingChoice[]];
  /** How many each of these people holds; who holds none may be absent. */
  count(db: Db, uids: readonly string[]): Promise<ReadonlyMap<string, number>>;
  /** The first of what one person holds. */
  sample(db: Db, uid: string, limit: number): Promise<readonly HeldThing[]>;
  /** Does it for one person, in one transaction; done again it finds nothing left. Answers how many things changed hands or went. */
  apply(tx: Tx, request: HandOver): Promise<number>;
}
