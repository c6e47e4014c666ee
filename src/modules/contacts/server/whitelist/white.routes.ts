import { sql, type RawBuilder } from 'kysely';
import type { Parsed, Reply } from '#kit/common/contract.ts';
import { namesOf } from '#kit/server/access/role.view.ts';
import type { Range } from '#kit/server/caller.ts';
import { changeObjects, createObjects, removeObjects } from '#kit/server/change/change-objects.ts';
import type { Fields } from '#kit/server/change/kind.ts';
import { handle, type BoundRoute, type Call } from '#kit/server/handle.ts';
import { orderOf, readPage } from '#kit/server/read-page.ts';
import { notFound, outOfRange } from '#kit/server/refusal.ts';
import { whiteAdd, whiteGet, whiteList, whiteRemove, whiteUpdate, type WhiteRow } from '../../common/whitelist.contract.ts';
import type { ContactWhiteTable } from '../contacts.table.ts';
import type { RuleDraft } from '../../common/insight.contract.ts';
import { directory } from '../directory.ts';
import { assertExpected } from '../insight/impact.ts';
import { namesOfParties } from '../parties.ts';
import { contactWhiteKind } from './white.kind.ts';

type Reading = Pick<Call, 'db' | 'caller' | 'services'>;
const orders = { until: sql`until_at`, createdAt: sql`created_at` };

/** SQL condition: the member of an entry lies in a range; crowds are for who sees everybody. */
function inRange(range: Range): RawBuilder<boolean> {
  if (range.all) return sql<boolean>`true`;
  return sql<boolean>`((member_kind = 'employee' and ${directory.employeeInRange(range, 'member_id')})
    or (member_kind = 'department' and ${directory.departmentInRange(range, 'member_id')}))`;
}

async function shown(call: Reading, rows: readonly ContactWhiteTable[]): Promise<WhiteRow[]> {
  const parties = rows.map((row) => ({ kind: row.member_kind, id: row.member_id }));
  const members = await namesOfParties(call.db, parties, call.caller.language, call.caller.scope());
  const people = await namesOf(
    call,
    rows.flatMap((row) => [row.created_by, row.updated_by]),
  );
  const now = call.services.now();
  return rows.map((row) => {
    // Whoever is gone stands on the list until the entry is taken away.
    const named = members.get(`${row.member_kind}:${row.member_id}`) ?? { name: '', fullName: '' };
    return {
      id: row.id,
      version: row.version,
      createdAt: row.created_at,
      createdBy: people(row.created_by),
      updatedAt: row.updated_at,
      updatedBy: people(row.updated_by),
      memberKind: row.member_kind,
      memberId: row.member_id,
      ...named,
      includeHidden: row.include_hidden,
      reason: row.reason,
      until: row.until_at,
      state: row.until_at > now ? ('active' as const) : ('expired' as const),
    };
  });
}

async function list(call: Reading, input: Parsed<typeof whiteList>): Promise<Reply<typeof whiteList>> {
  const range = call.caller.scope();
  const where = [inRange(range)];
  const now = call.services.now();
  if (input.memberKind) where.push(sql`member_kind = ${input.memberKind}`);
  if (input.state) where.push(input.state === 'active' ? sql`until_at > ${now}` : sql`until_at <= ${now}`);
  if (input.text) {
    const hits = await directory.searchPeople(call.db, range, input.text, 500);
    where.push(sql`member_id = any(${hits.map(({ id }) => id)}::uuid[])`);
  }
  const source = { columns: sql`*`, from: sql`contact_white`, where, order: orderOf(input.sort ?? 'until', orders, sql`id`) };
  const { list: rows, ...counted } = await readPage<ContactWhiteTable>(call.db, source, input);
  return { list: await shown(call, rows), ...counted };
}

async function get(call: Reading, id: string): Promise<WhiteRow> {
  const range = call.caller.scope();
  const { rows } = await sql<ContactWhiteTable>`select * from contact_white where id = ${id}::uuid and ${inRange(range)}`.execute(call.db);
  const [row] = await shown(call, rows);
  if (!row) throw range.all ? notFound() : outOfRange();
  return row;
}

/** An entry with what it says of the hidden changed, as the impact is asked about it. */
async function changedEntry(call: Call, id: string, includeHidden: boolean | undefined): Promise<RuleDraft> {
  const { memberKind, memberId, ...now } = await get(call, id);
  return { kind: 'whitelist', removeId: id, add: { kind: memberKind, id: memberId }, includeHidden: includeHidden ?? now.includeHidden };
}

/** Operations on the white list. */
export const whiteRoutes: readonly BoundRoute[] = [
  handle(whiteList, (call, input) => list(call, input)),
  handle(whiteGet, (call, { id }) => get(call, id)),
  handle(whiteAdd, async (call, { expect, ...input }) => {
    const add = { kind: input.memberKind, id: input.memberId };
    if (expect) await assertExpected(call, [{ kind: 'whitelist', add, includeHidden: input.includeHidden }], expect);
    return call.write(async (tx) => {
      const [id] = await createObjects(tx, call.caller, contactWhiteKind, [{ name: input.memberId, path: null, fields: input }]);
      return { id: id! };
    });
  }),
  handle(whiteUpdate, async (call, { id, version, expect, ...changed }) => {
    if (expect) await assertExpected(call, [await changedEntry(call, id, changed.includeHidden)], expect);
    return call.write(async (tx) => {
      const fields: Fields = {};
      for (const [name, value] of Object.entries(changed)) if (value !== undefined) fields[name] = value;
      await changeObjects(tx, call.caller, contactWhiteKind, [{ id, version, fields }]);
      return get({ ...call, db: tx }, id);
    });
  }),
  handle(whiteRemove, async (call, { ids, expect }) => {
    if (expect)
      await assertExpected(
        call,
        ids.map((removeId) => ({ kind: 'whitelist' as const, removeId, includeHidden: false })),
        expect,
      );
    return call.write(async (tx) => ({ count: await removeObjects(tx, call.caller, contactWhiteKind, ids) }));
  }),
];
