import { sql, type RawBuilder } from 'kysely';
import { z } from 'zod';
import { code } from '#kit/common/codes.ts';
import type { HoldingCodes } from '#kit/common/role/role-codes.ts';
import type { FunctionWords } from '#kit/common/role/role-module.contract.ts';
import { clock } from '#platform/clock.ts';
import type { Caller, Range } from '../caller.ts';
import type { FieldRule, Fields, Kind, Operation, OperationIssue } from '../change/kind.ts';
import type { Db, Tx } from '../directory.ts';
import { assertCan, Refusal } from '../refusal.ts';
import { anyOutside, membersOf, reached } from '../access/reach.ts';
import { roleKind } from '../access/role.kind.ts';

type Columns = Readonly<Record<string, RawBuilder<unknown>>>;

/** A part of what a role gives: its shape, and where the module's own table keeps it. */
export interface GiftPart<S extends z.ZodType> {
  /** Shape of what is read; what the product had once is left out by it. */
  readonly schema: S;
  /** JSON of its columns. */
  readonly read: RawBuilder<unknown>;
  /** Its columns with what is written to them. */
  write(value: z.output<S>): Columns;
  /** What a new role gives; what the table says where it is left out. */
  readonly fresh?: z.output<S>;
  readonly rule?: FieldRule;
  /** The button that saves it, which reverting needs too. Without one the part gives nothing: a place in a list, an owner. */
  readonly button?: string;
}

/** Returns a part in a column of texts: of any, unless a schema says which; a new role gives none. */
export function textsIn(column: string, button: string): GiftPart<z.ZodType<string[]>>;
export function textsIn<T extends string>(column: string, button: string, schema: z.ZodType<T[]>): GiftPart<z.ZodType<T[]>>;
export function textsIn(column: string, button: string, schema: z.ZodType<string[]> = z.array(z.string())): GiftPart<z.ZodType<string[]>> {
  return { schema, read: sql`to_jsonb(${sql.ref(column)})`, write: (value) => ({ [column]: sql`${value}::text[]` }), fresh: [], button };
}

/** Returns the functions that a role gives, in the column `functions`: a new role gives those that are not risky, and one that the product had once is left out. */
export function functionsIn<F extends string>({ functions, risky }: FunctionWords<F>, button: string): GiftPart<z.ZodType<F[]>> {
  const schema = z.array(z.string()).transform((all) => all.filter((one): one is F => functions.some((known) => known === one)));
  return { ...textsIn('functions', button, schema), fresh: functions.filter((one) => !risky.includes(one)).toSorted() };
}

/** Returns a part in a column of JSON. */
export const jsonIn = <S extends z.ZodType>(
  column: string,
  button: string,
  { schema, fresh, rule = {} }: Pick<GiftPart<S>, 'schema' | 'fresh' | 'rule'>,
): GiftPart<S> => ({
  schema,
  read: sql.ref(column),
  write: (value) => ({ [column]: sql`${JSON.stringify(value)}::jsonb` }),
  ...(fresh !== undefined && { fresh }),
  rule,
  button,
});

/** The role that everybody holds, or everybody who holds no other. */
export interface EveryoneRole {
  readonly id: string;
  /** The department below which all people are. */
  readonly department: string;
  /** The answer to who would delete it, or change its members, state, code, end or department; that it is built in, unless the module has its own. */
  readonly refusal?: number;
  /** Further fields that stay. */
  readonly fixed?: readonly string[];
}

type Parts = Readonly<Record<string, GiftPart<z.ZodType>>>;
type GiftOf<P extends Parts> = { [N in keyof P]: z.output<P[N]['schema']> };

/** An operation on a role with what it says of what the role gives. */
export interface GivenOperation<G> extends Operation {
  readonly given: { readonly before: Partial<G>; readonly after: Partial<G> };
}

/** What the roles of an area give beside holding people, and the table of the module that keeps it. */
export interface RoleGiftsDraft<P extends Parts> {
  readonly area: string;
  /** Namespace of the module's texts. */
  readonly module: string;
  readonly buttons: HoldingCodes;
  /** Table with a row for each role by `role_id`. */
  readonly table: string;
  readonly gives: P;
  readonly everyone?: EveryoneRole;
  /** Rules of the module's own. */
  readonly check?: (
    tx: Tx,
    caller: Caller,
    operations: readonly GivenOperation<GiftOf<P>>[],
  ) => Promise<Map<number, OperationIssue[]> | void>;
  /** Runs in the transaction after something was written. */
  readonly changed?: (tx: Tx) => Promise<void>;
}

/** The roles of an area in the change engine, and what they give. */
export interface RoleGifts<G> {
  readonly area: string;
  readonly module: string;
  readonly kind: Kind;
  readonly everyone: EveryoneRole | undefined;
  /** The part of a role's fields that says what it gives. */
  giftIn(fields: Fields | null | undefined): Partial<G>;
  /** What roles give, by id. */
  giftsOf(db: Db, ids: readonly string[]): Promise<Map<string, G>>;
}

/** Fields of the built-in role that nobody changes. */
const fixedFields = ['members', 'enabled', 'code', 'expiresAt', 'ownerDeptId'];

/** Roles that give something of a module: members as every role, and with them what the role gives, so that history and undo hold all of it. */
export function roleGifts<const P extends Parts>(draft: RoleGiftsDraft<P>): RoleGifts<GiftOf<P>> {
  const { area, module, buttons, everyone } = draft;
  const gift = z.object(Object.fromEntries(Object.entries(draft.gives).map(([name, { schema }]) => [name, schema])));
  const base = roleKind({ area, module, codes: { read: buttons.page, revert: buttons.update }, buttons });
  const parts = Object.entries(draft.gives);
  const giving = parts.flatMap(([name, { button }]) => (button === undefined ? [] : [{ name, button }]));
  const gives = ({ after }: Operation): boolean => giving.some(({ name }) => after !== null && name in after);
  const giftIn = (fields: Fields | null | undefined) => gift.partial().parse(fields ?? {}) as Partial<GiftOf<P>>;
  const read = async (db: Db, ids: readonly string[]): Promise<{ id: string; fields: Fields }[]> => {
    const pairs = parts.flatMap(([name, part]) => [sql`${sql.lit(name)}`, part.read]);
    const { rows } = await sql<{ id: string; fields: Fields }>`select role_id as id, jsonb_build_object(${sql.join(pairs)}) as fields
      from ${sql.table(draft.table)} where role_id = any(${[...ids]}::uuid[])`.execute(db);
    return rows;
  };
  const kind: Kind = {
    ...base,
    fields: { ...base.fields, ...Object.fromEntries(parts.map(([name, { rule }]) => [name, rule ?? {}])) },
    read: async (tx, ids, lock) => {
      const states = await base.read(tx, ids, lock);
      for (const { id, fields } of await read(tx, ids)) Object.assign(states.get(id)?.fields ?? {}, fields);
      return states;
    },
    check: async (tx, caller, operations) => {
      const issues = new Map<number, OperationIssue[]>(await base.check?.(tx, caller, operations));
      for (const operation of operations) {
        assertEveryone(everyone, operation);
        assertButtons(caller, giving, operation);
      }
      const given = operations.map((one) => ({ ...one, given: { before: giftIn(one.before), after: giftIn(one.after) } }));
      for (const [index, found] of (await draft.check?.(tx, caller, given)) ?? [])
        issues.set(index, [...(issues.get(index) ?? []), ...found]);
      return issues;
    },
    outside: async (tx, range, operations) => {
      const outside = await base.outside(tx, range, operations);
      return range.all ? outside : new Set([...outside, ...(await givenOutside(tx, range, operations, gives))]);
    },
    write: async (tx, caller, operations) => {
      await base.write(tx, caller, operations);
      for (const operation of operations) await writeGift(tx, draft, operation, giftIn(operation.after));
      await draft.changed?.(tx);
    },
    impact: async (tx, caller, operations) => ({
      ...(await base.impact?.(tx, caller, operations)),
      ...(await peopleOf(
        tx,
        operations.filter((one) => one.action === 'change' && gives(one)),
      )),
    }),
  };
  return {
    area,
    module,
    kind,
    everyone,
    giftIn,
    giftsOf: async (db, ids) => new Map((await read(db, ids)).map(({ id, fields }) => [id, gift.parse(fields) as GiftOf<P>])),
  };
}

/** The built-in role is held by everybody, always. */
function assertEveryone(everyone: EveryoneRole | undefined, { id, action, after }: Operation): void {
  if (id !== everyone?.id) return;
  const fixed = [...fixedFields, ...(everyone.fixed ?? [])];
  if (action === 'delete' || fixed.some((name) => after && name in after))
    throw everyone.refusal === undefined
      ? new Refusal(code.wrongState, { state: 'builtIn' }, { state: 'builtIn' })
      : new Refusal(everyone.refusal);
}

/** Reverting needs the button of the change itself. */
function assertButtons(caller: Caller, giving: readonly { name: string; button: string }[], { action, after }: Operation): void {
  if (action !== 'change' || !after) return;
  for (const { name, button } of giving) if (name in after) assertCan(caller, button);
}

/** Whoever changes what a role gives changes it for all who hold it. */
async function givenOutside(
  tx: Tx,
  range: Range,
  operations: readonly Operation[],
  gives: (operation: Operation) => boolean,
): Promise<Set<number>> {
  const ids = operations.map(({ id }) => id);
  const members = await membersOf(tx, ids, clock.now());
  const outside = new Set<number>();
  for (const [index, operation] of operations.entries())
    if (gives(operation) && (await anyOutside(tx, range, members.get(operation.id) ?? []))) outside.add(index);
  return outside;
}

/** The people for whom changed roles give something else. */
async function peopleOf(tx: Tx, changed: readonly Operation[]): Promise<Record<string, number>> {
  if (changed.length === 0) return {};
  const ids = changed.map(({ id }) => id);
  const members = await membersOf(tx, ids, clock.now());
  const { rows } = await sql<{ n: number }>`select count(*) as n from (${reached([...members.values()].flat())}) as held`.execute(tx);
  const people = Number(rows[0]?.n ?? 0);
  return people > 0 ? { people } : {};
}

async function writeGift<P extends Parts>(
  tx: Tx,
  { table, gives }: Pick<RoleGiftsDraft<P>, 'table' | 'gives'>,
  { action, id }: Operation,
  given: Partial<GiftOf<P>>,
): Promise<void> {
  if (action === 'delete') return;
  const isNew = action === 'create' || action === 'restore';
  const columns: Record<string, RawBuilder<unknown>> = {};
  for (const [name, part] of Object.entries(gives)) {
    const value = given[name] === undefined && isNew ? part.fresh : given[name];
    if (value !== undefined) Object.assign(columns, part.write(value));
  }
  const names = Object.keys(columns);
  if (isNew) {
    const into = sql.join(['role_id', ...names].map((name) => sql.ref(name)));
    await sql`insert into ${sql.table(table)} (${into}) values (${sql.join([sql`${id}::uuid`, ...Object.values(columns)])})`.execute(tx);
  } else if (names.length > 0) {
    const set = sql.join(Object.entries(columns).map(([name, value]) => sql`${sql.ref(name)} = ${value}`));
    await sql`update ${sql.table(table)} set ${set} where role_id = ${id}::uuid`.execute(tx);
  }
}
