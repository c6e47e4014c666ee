import { sql, type RawBuilder } from 'kysely';
import { z } from 'zod';
import { jsonIn, knownOf, roleGifts, textsIn } from '#kit/server/role-module/role-gifts.ts';
import type { Caller } from '#kit/server/caller.ts';
import type { Operation, OperationIssue } from '#kit/server/change/kind.ts';
import type { Tx } from '#kit/server/directory.ts';
import { Refusal } from '#kit/server/refusal.ts';
import { rootDepartmentId } from '#modules/people/common/root.ts';
import { authRangePage, contactRoleCodes, functionPage, searchRangePage } from '../../common/permissions.ts';
import { rangeRow, type RangeRow } from '../../common/role.contract.ts';
import { contactFunctions, exactFields, namedRowKinds, riskyFunctions } from '../../common/words.ts';
import { everyoneRoleId } from '../directory.ts';
import { anyUnknown } from '../parties.ts';
import { contactsChanged } from '../rule/changes.ts';
import { rowsOutside } from './row-range.ts';
import '../contacts.table.ts';

const mostRoles = 500;

const gift = z.object({
  authRange: z.array(rangeRow),
  searchRange: z.object({ same: z.boolean(), rows: z.array(rangeRow) }),
  exactMatch: z.array(z.enum(exactFields)),
  functions: knownOf(contactFunctions),
  /** Place in the list. */
  order: z.number().nullable(),
});

/** What a contact role gives. */
export type Gift = z.output<typeof gift>;

const [saveAuth, saveSearch] = [authRangePage.button.save, searchRangePage.button.save];

/** What contact roles give: whom their holders see and find, and what they may do. Everybody who holds no other holds the built-in one, always. */
export const contactGifts = roleGifts({
  area: 'contact',
  module: 'contacts',
  buttons: contactRoleCodes,
  table: 'contact_role',
  gift,
  parts: {
    authRange: jsonIn('auth_rows', saveAuth, { refers: 'member' }),
    searchRange: {
      read: sql`jsonb_build_object('same', search_same, 'rows', search_rows)`,
      write: ({ same, rows }) => ({ search_same: sql`${same}`, search_rows: sql`${JSON.stringify(rows)}::jsonb` }),
      rule: { refers: 'member' },
      button: saveSearch,
    },
    exactMatch: textsIn('exact_match', saveSearch),
    functions: textsIn('functions', functionPage.button.save),
    order: {
      read: sql`order_no`,
      write: (place): Record<string, RawBuilder<unknown>> => (place === null ? {} : { order_no: sql`${place}` }),
    },
  },
  // A new role shows nobody but oneself.
  fresh: {
    authRange: [rangeRow.parse({ kind: 'self' })],
    searchRange: { same: true, rows: [] },
    exactMatch: [],
    functions: contactFunctions.filter((one) => !riskyFunctions.includes(one)).toSorted(),
  },
  everyone: { id: everyoneRoleId, department: rootDepartmentId, refusal: () => new Refusal(20001) },
  check: async (tx, caller, operations) => {
    const issues = new Map<number, OperationIssue[]>();
    for (const [index, operation] of operations.entries()) {
      const found = await checkRows(tx, caller, operation);
      if (found.length > 0) issues.set(index, found);
    }
    await assertRoom(tx, operations);
    return issues;
  },
  changed: contactsChanged,
});

/** Contact roles in the change engine. */
export const contactRoleKind = contactGifts.kind;

/** Rows name something that is there, and nothing beyond the range of whoever enters them. */
async function checkRows(tx: Tx, caller: Caller, { before, after }: Operation): Promise<OperationIssue[]> {
  const given = contactGifts.giftIn(after);
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
