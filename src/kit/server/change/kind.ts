import type { RawBuilder } from 'kysely';
import type { LocalDraft } from '#kit/common/language.ts';
import type { Caller, Range } from '../caller.ts';
import type { Tx } from '../directory.ts';

/** A JSON value, as a field of the journal holds it. */
export type Json = string | number | boolean | null | Json[] | { [name: string]: Json };
/** The journaled fields of one object. */
export type Fields = Record<string, Json>;

export type Action = 'create' | 'change' | 'move' | 'enable' | 'disable' | 'delete' | 'restore';

/** Some of the fields of an object: of a change those that changed. */
export type Part<F> = string extends keyof F ? F : Partial<F>;

/** An object as it is now. */
export interface State<F = Fields> {
  id: string;
  name: string;
  version: number;
  /** ltree path of the department it belongs to, for the range of its history; null when it belongs to none. */
  path: string | null;
  fields: F;
}

/** One operation of a plan: for a change only the changed fields, for a creation or deletion all of them. */
export type Operation<F = Fields> = OperationOn<Part<F>>;

/** An operation by the fields that it carries. */
export interface OperationOn<P> {
  action: Action;
  id: string;
  name: string;
  path: string | null;
  before: P | null;
  after: P | null;
  /** The version that the request was based on; null when it does not matter (creations). */
  version: number | null;
}

/** Why an operation can't be done: the field and the key of the text, in the module's catalogue. */
export interface OperationIssue {
  path: string;
  namespace: string;
  key: string;
  params?: Record<string, unknown>;
  /** Label of the file's column, where the kind has no such field. */
  title?: { readonly namespace: string; readonly key: string };
}

/** Display rules of a journaled field. */
export interface FieldRule {
  /** Masked for everybody. */
  readonly secret?: true;
  /** Shown only to those who may unmask. */
  readonly sensitive?: true;
  /** Holds ids of these (alone, in a list, or in objects): people read their names. `member`: of both, in lists of which everybody sees what is in range. */
  readonly refers?: 'employee' | 'department' | 'member';
  /** Stored for reverting, never shown: a rank means nothing to readers. */
  readonly internal?: true;
  /** Label of a field that an administrator defined; other fields have a text of their module. */
  readonly title?: LocalDraft;
  /** Labels of values that an administrator defined. */
  readonly words?: Readonly<Record<string, LocalDraft>>;
  /** Numbers are moments in epoch milliseconds. */
  readonly moment?: true;
  /** Values are digests of pictures: people read that there is one, and whether it is another. */
  readonly picture?: true;
}

/** Columns of a kind's tables that the journal does not hold and that come back with a deleted object as they were. */
export interface KeptColumns {
  readonly table: string;
  /** The column with the object's id. */
  readonly object: string;
  /** Columns that distinguish the rows of one object, where it has several. */
  readonly row?: readonly string[];
  readonly columns: readonly string[];
}

/** A kind of object that changes through the engine: how to read it, write it, and what its fields are called. Where `F` names its fields, they are read and written by their types. */
export interface Kind<F = Fields> {
  readonly kind: string;
  /** Namespace of its texts. */
  readonly module: string;
  /** Resource codes: who reads the history of these objects, who may undo in it, who sees sensitive values unmasked. */
  readonly codes: { readonly read: string; readonly revert: string; readonly unmask?: string };
  /** Code of the module that answers a write outside the range, where 10910 would say less: objects of the whole site. */
  readonly siteCode?: number;
  /** Set where the objects belong to no department, so that a missing one is answered as such. */
  readonly unranged?: true;
  /** SQL subquery of the ids, as text, of those that belong to no department and whose history is read by all who hold the code; without it who sees everything reads them alone. */
  readonly commonIds?: RawBuilder<unknown>;
  /** Every journaled field. Text keys `<kind>.field.<name>`. A kind whose fields people define answers them again each time (a getter). */
  readonly fields: Readonly<Record<Extract<keyof F, string>, FieldRule>>;
  /** Columns missing from the journal that a restore needs: when and by whom the object was created, its secrets. */
  readonly kept?: readonly KeptColumns[];
  /** Objects that exist (not deleted), by id; with `lock` their rows are locked for the rest of the transaction. */
  read(tx: Tx, ids: readonly string[], lock: boolean): Promise<Map<string, State<F>>>;
  /** Writes operations of one action kind after another, set by set; versions count up by one. Throws on broken rules. */
  write(tx: Tx, caller: Caller, operations: readonly Operation<F>[]): Promise<void>;
  /** Optional CPU-only preparation for `write` of the same operations, e.g. hashing passwords; a plan runs it while earlier rows are written. */
  prepare?(operations: readonly Operation<F>[]): void;
  /** Rules that need the database (taken names, cycles): issues by index of the operation. */
  check?(tx: Tx, caller: Caller, operations: readonly Operation<F>[]): Promise<Map<number, OperationIssue[]>>;
  /** Indexes of the operations whose object (old state) or result (new state) lies outside the range. */
  outside(tx: Tx, range: Range, operations: readonly Operation<F>[]): Promise<Set<number>>;
  /** Ids of these objects that lists show within a range; without this method, everyone who sees a reference also sees the name. */
  seen?(tx: Tx, range: Range, ids: readonly string[]): Promise<Set<string>>;
  /** Kind under which an operation is journaled; set by kinds that carry operations of another kind (an import that creates departments for its people). */
  kindOf?(operation: Operation<F>): Kind;
  /** Counts of what else the operations affect, by name (`people`, `administrators`, `devices`); shown before anything is written. */
  impact?(tx: Tx, caller: Caller, operations: readonly Operation<F>[]): Promise<Record<string, number>>;
  /** References to these objects, by id; a creation is not reverted while references exist. */
  usedBy?(tx: Tx, ids: readonly string[]): Promise<Map<string, { kind: string; id: string; name: string }[]>>;
  /** Id of the existing object with the same unique key (name, code) as this operation; a restored object can be merged into it. Kinds that are never merged have none. */
  sameKey?(tx: Tx, operation: Operation<F>): Promise<string | undefined>;
  /** First twenty objects whose name contains the text, to replace a missing one. Kinds that belong to departments have pickers of their own. */
  search?(tx: Tx, text: string): Promise<{ id: string; name: string }[]>;
  /**
   * Fields with which a deleted object can be restored: references to people, departments or dynamic groups that no longer exist are left out.
   * `returning`: ids of the objects restored together with it.
   */
  revived?(tx: Tx, fields: Fields, returning: ReadonlySet<string>): Promise<Fields>;
  /** Erases leftovers of a deletion that can no longer be reverted (purged by hand, or past its days). Kinds whose rows go with the deletion have none. */
  purge?(tx: Tx, ids: readonly string[], now: number): Promise<void>;
}

/** Placeholder for a secret in the journal. */
export const masked = '••••';
