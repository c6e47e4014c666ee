import { sql } from 'kysely';
import { z } from 'zod';
import { anyOutside, membersOf, reached } from '#kit/server/access/reach.ts';
import { roleKind } from '#kit/server/access/role.kind.ts';
import type { Caller } from '#kit/server/caller.ts';
import type { Fields, Kind, Operation, OperationIssue } from '#kit/server/change/kind.ts';
import type { Tx } from '#kit/server/directory.ts';
import { assertCan, Refusal } from '#kit/server/refusal.ts';
import { clock } from '#platform/clock.ts';
import { authRangePage, contactRoleCodes, contactRolePage, functionPage, searchRangePage } from '../../common/permissions.ts';
import { rangeRow, type RangeRow } from '../../common/role.contract.ts';
import { contactFunctions, exactFields, namedRowKinds, riskyFunctions } from '../../common/words.ts';
import { everyoneRoleId } from '../directory.ts';
import { anyUnknown } from '../parties.ts';
import { contactsChanged } from '../rule/news.ts';
import { rowsOutside } from './row-range.ts';
import '../contacts.table.ts';

const mostRoles = 500;

const base = roleKind({
  area: 'contact',
  module: 'contacts',
  codes: { read: contactRolePage.code, revert: contactRolePage.button.update },
  buttons: contactRoleCodes,
});

const gift = z.object({
  authRange: z.array(rangeRow),
  searchRange: z.object({ same: z.boolean(), rows: z.array(rangeRow) }),
  exactMatch: z.array(z.enum(exactFields)),
  functions: z.array(z.enum(contactFunctions)),
});
/** What a contact role gives. */
export type Gift = z.output<typeof gift>;
const giftNames = Object.keys(gift.shape) as (keyof Gift)[];

/** What a new role gives: nobody but oneself. */
const newGift: Gift = {
  authRange: [rangeRow.parse({ kind: 'self' })],
  searchRange: { same: true, rows: [] },
  exactMatch: [],
  functions: contactFunctions.filter((one) => !riskyFunctions.includes(one)).toSorted(),
};

/** The part of a role's fields that says what it gives. */
export const giftIn = (fields: Fields | null | undefined): Partial<Gift> => gift.partial().parse(fields ?? {});

/** Contact roles in the change engine: members as every role, and with them what the role shows and allows. */
export const contactRoleKind: Kind = {
  ...base,
  fields: {
    ...base.fields,
    authRange: { refers: 'member' },
    searchRange: { refers: 'member' },
    exactMatch: {},
    functions: {},
    order: {},
  },
  read: async (tx, ids, lock) => {
    const states = await base.read(tx, ids, lock);
    const { rows } = await sql<{ id: string; fields: Fields }>`select role_id as id, jsonb_build_object('authRange', auth_rows,
        'searchRange', jsonb_build_object('same', search_same, 'rows', search_rows), 'exactMatch', to_jsonb(exact_match), 'functions', to_jsonb(functions), 'order', order_no) as fields
      from contact_role where role_id = any(${ids}::uuid[])`.execute(tx);
    for (const { id, fields } of rows) Object.assign(states.get(id)?.fields ?? {}, fields);
    return states;
  },
  check: async (tx, caller, operations) => {
    const issues = new Map<number, OperationIssue[]>(await base.check?.(tx, caller, operations));
    for (const [index, operation] of operations.entries()) {
      assertEveryone(operation);
      assertButtons(caller, operation);
      const found = await checkRows(tx, caller, operation);
      if (found.length > 0) issues.set(index, [...(issues.get(index) ?? []), ...found]);
    }
    await assertRoom(tx, operations);
    return issues;
  },
  outside: async (tx, range, operations) => {
    const outside = await base.outside(tx, range, operations);
    if (range.all) return outside;
    const ids = operations.map(({ id }) => id);
    const members = await membersOf(tx, ids, clock.now());
    for (const [index, { id, after }] of operations.entries())
      // Whoever changes what a role gives changes it for all who hold it.
      if (giftNames.some((name) => after && name in after) && (await anyOutside(tx, range, members.get(id) ?? []))) outside.add(index);
    return outside;
  },
  write: async (tx, caller, operations) => {
    await base.write(tx, caller, operations);
    for (const operation of operations) {
      await writeGift(tx, operation);
      const place = operation.after?.['order'];
      if (operation.action !== 'delete' && typeof place === 'number')
        await sql`update contact_role set order_no = ${place} where role_id = ${operation.id}`.execute(tx);
    }
    await contactsChanged(tx);
  },
  impact: async (tx, caller, operations) => {
    const counts = (await base.impact?.(tx, caller, operations)) ?? {};
    const changed = operations.filter(({ action, after }) => action === 'change' && giftNames.some((name) => after && name in after));
    if (changed.length === 0) return counts;
    const members = await membersOf(
      tx,
      changed.map(({ id }) => id),
      clock.now(),
    );
    const { rows } = await sql<{ n: number }>`select count(*) as n from (${reached([...members.values()].flat())}) as held`.execute(tx);
    return { ...counts, ...(rows[0]!.n > 0 && { people: rows[0]!.n }) };
  },
};

async function writeGift(tx: Tx, { action, id, after }: Operation): Promise<void> {
  if (action === 'delete') return;
  const given = giftIn(after);
  if (action === 'create' || action === 'restore') {
    const { authRange, searchRange, exactMatch, functions } = { ...newGift, ...given };
    await sql`insert into contact_role (role_id, auth_rows, search_same, search_rows, exact_match, functions)
      values (${id}, ${JSON.stringify(authRange)}, ${searchRange.same}, ${JSON.stringify(searchRange.rows)}, ${exactMatch}, ${functions})`.execute(
      tx,
    );
    return;
  }
  if (given.authRange) await sql`update contact_role set auth_rows = ${JSON.stringify(given.authRange)} where role_id = ${id}`.execute(tx);
  if (given.searchRange)
    await sql`update contact_role set search_same = ${given.searchRange.same}, search_rows = ${JSON.stringify(given.searchRange.rows)}
      where role_id = ${id}`.execute(tx);
  if (given.exactMatch) await sql`update contact_role set exact_match = ${given.exactMatch} where role_id = ${id}`.execute(tx);
  if (given.functions) await sql`update contact_role set functions = ${given.functions} where role_id = ${id}`.execute(tx);
}

/** Everybody holds the built-in role, always. */
function assertEveryone({ id, action, after }: Operation): void {
  if (id !== everyoneRoleId) return;
  const fixed = ['members', 'enabled', 'code', 'expiresAt', 'ownerDeptId'];
  if (action === 'delete' || fixed.some((name) => after && name in after)) throw new Refusal(20001);
}

/** An undo needs the buttons of the change itself. */
function assertButtons(caller: Caller, { action, after }: Operation): void {
  if (action !== 'change' || caller.grants.superAdmin || !after) return;
  const { save: auth } = authRangePage.button;
  const { save: search } = searchRangePage.button;
  const needed: Readonly<Record<keyof Gift, string>> = {
    authRange: auth,
    searchRange: search,
    exactMatch: search,
    functions: functionPage.button.save,
  };
  for (const name of giftNames) if (name in after) assertCan(caller, needed[name]);
}

/** Rows name something that is there, and nothing beyond the range of whoever enters them. */
async function checkRows(tx: Tx, caller: Caller, { before, after }: Operation): Promise<OperationIssue[]> {
  const given = giftIn(after);
  const rows: RangeRow[] = [...(given.authRange ?? []), ...(given.searchRange?.rows ?? [])];
  const empty = rows.find(({ kind, ids }) => namedRowKinds.includes(kind) && ids.length === 0);
  if (empty) throw new Refusal(20002, { kind: { namespace: 'contacts', key: `range.named.${empty.kind}` } }, { kind: empty.kind });
  // What was named before may be gone by now, and means nobody any more.
  const known = JSON.stringify([before?.['authRange'] ?? [], before?.['searchRange'] ?? []]);
  const kinds = { depts: 'department', crowds: 'crowd', employees: 'employee' } as const;
  const named = rows.flatMap(({ kind, ids }) =>
    kind in kinds ? ids.filter((id) => !known.includes(id)).map((id) => ({ kind: kinds[kind as keyof typeof kinds], id })) : [],
  );
  const range = caller.scope();
  if ((await rowsOutside(tx, range, rows)) || (!range.all && (given.exactMatch?.length ?? 0) > 0)) throw new Refusal(20003);
  return (await anyUnknown(tx, named)) ? [{ path: 'rows', namespace: 'contacts', key: 'range.unknown' }] : [];
}

async function assertRoom(tx: Tx, operations: readonly Operation[]): Promise<void> {
  const fresh = operations.filter(({ action }) => action === 'create' || action === 'restore').length;
  if (fresh === 0) return;
  const { rows } = await sql<{ n: number }>`select count(*) as n from role where module = 'contact'`.execute(tx);
  if (rows[0]!.n + fresh > mostRoles) throw new Refusal(20004, { n: mostRoles });
}
