import type { RawBuilder } from 'kysely';
import type { z } from 'zod';
import type { CrudFacts } from '#kit/common/crud/crud-types.ts';
import type { Caller, Range } from '../caller.ts';
import type { Fields, Operation, OperationIssue } from '../change/kind.ts';
import type { SettledLine } from '../change/plan/settle-plan.ts';
import type { Db, Directory, Tx } from '../directory.ts';
import type { Call } from '../handle.ts';

/** Context of readings of an entity. */
export type Means = Pick<Call, 'caller' | 'db' | 'services'>;

/** A stored object of an entity: its id and its fields. */
export type StoredObject<S> = { readonly id: string } & Readonly<S>;

/** Server part of the declaration of an entity; `S` are the values that are stored. */
export interface CrudServerDraft<S, X extends z.ZodRawShape, Y extends z.ZodRawShape, Q extends z.ZodRawShape> {
  /** Its table: id, version, created_at, created_by, updated_at, updated_by, and a column for each field. */
  readonly table: string;
  /** Needed where fields name departments, people or dynamic groups: `createDirectory()` of the user centre. */
  readonly directory?: Directory;
  /** For `scope: 'inside'`: which objects are seen in a range, as a condition on the table `t`, and which operations lie outside. */
  readonly range?: {
    visible(range: Range): RawBuilder<boolean>;
    outside(tx: Tx, range: Range, operations: readonly Operation<S>[]): Promise<Set<number>>;
  };
  /** Rules that need the database; they hold for forms, imports, configuration files and reverts alike. */
  check?(tx: Tx, caller: Caller, operations: readonly Operation<S>[]): Promise<Map<number, OperationIssue[]>>;
  /** Whom and what operations touch beside the objects themselves, by the name of the count. */
  impact?(tx: Tx, caller: Caller, operations: readonly Operation<S>[]): Promise<Record<string, number>>;
  /** What still uses these objects, by id: one in use is not deleted (10410). */
  usedBy?(tx: Tx, ids: readonly string[]): Promise<Map<string, { kind: string; id: string; name: string }[]>>;
  /** Called in the transaction of every write, whatever way it came: for what must follow it. */
  written?(tx: Tx, caller: Caller, operations: readonly Operation<S>[]): Promise<void>;
  /** Puts entered values into the form in which they are stored. */
  tidy?(entered: Partial<S>): Partial<S>;
  /** What an object is called, in SQL on the table `t`, where none of its fields is a name: whom it names. */
  readonly called?: RawBuilder<string>;
  /** Finds an object of another kind by what a cell of a file calls it, by the name of the kind; undefined where there is none in range. */
  readonly finds?: Readonly<
    Record<string, (means: { readonly db: Db; readonly caller: Caller }, cell: string) => Promise<string | undefined>>
  >;
  /** Fields by which rows of an import are known again, where no code, name or person does it alone. */
  readonly importBy?: readonly [string, ...string[]];
  /** Rows of a file that is imported at once; 20,000 unless said. */
  readonly importRows?: number;
  /** Which lines of an import are impossible after all, asked once every line is there. */
  settle?(tx: Tx, planId: string): Promise<readonly SettledLine[]>;
  /** Conditions of the filters that the contract adds. */
  where?(
    means: Means,
    filters: Partial<z.output<z.ZodObject<Q>>>,
  ): Promise<readonly RawBuilder<boolean>[]> | readonly RawBuilder<boolean>[];
  /** What the contract adds to rows, for each object in order. */
  rows?(means: Means, objects: readonly StoredObject<S>[]): Promise<readonly z.output<z.ZodObject<X>>[]>;
  /** What the contract adds to the detail of one object. */
  detail?(means: Means, object: StoredObject<S>): Promise<z.output<z.ZodObject<Y>>>;
}

/** An entity on the server as the kit's own parts work with it, whatever its fields are. */
export interface Entity {
  readonly contract: CrudFacts & { readonly draft: z.ZodObject; readonly change: z.ZodObject };
  readonly table: string;
  readonly draft: CrudServerDraft<Fields, z.ZodRawShape, z.ZodRawShape, z.ZodRawShape>;
}
