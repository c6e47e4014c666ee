import { sql } from 'kysely';
import { crudServer } from '#kit/server/crud/crud-server.ts';
import type { OperationIssue } from '#kit/server/change/kind.ts';
import { Refusal } from '#kit/server/refusal.ts';
import { pick, type Language } from '#kit/common/language.ts';
import { letOut, letIn, openGroupChat } from '#modules/messaging/server/public.ts';
import { directory } from '#modules/people/server/public.ts';
import { group } from '../common/group.contract.ts';
import { giveHelpers } from './helpers.ts';
import { followOne } from './members/follow.ts';
import { groupsById, noteEvent, settleOwner } from './members/members.ts';

const dayMillis = 86_400_000;

/** Groups on the server: their members and their conversation follow whatever is written, whichever way it came. */
export const groups = crudServer(group, {
  table: 'im_group',
  directory,
  check: async (tx, _caller, operations) => {
    const issues = new Map<number, OperationIssue[]>();
    for (const [index, { action, after, before, id }] of operations.entries()) {
      if (!after || action === 'delete') continue;
      if (action === 'create' || action === 'restore') {
        const following = after.kind === 'department' || after.kind === 'crowd';
        if (following !== (after.sourceId !== null && after.sourceId !== undefined))
          issues.set(index, [{ path: 'sourceId', namespace: 'groups', key: 'imGroup.source' }]);
        await assertType(tx, {
          typeId: String(after.typeId),
          maxMembers: Number(after.maxMembers),
          ownerId: String(after.ownerId),
          isNew: action === 'create',
        });
      } else if (after.maxMembers !== undefined && after.maxMembers > (before?.maxMembers ?? 0)) {
        const { rows } = await sql<{ most: number }>`select t.max_members as most from im_group g join im_group_type t on t.id = g.type_id
          where g.id = ${id}::uuid`.execute(tx);
        if (rows[0] && after.maxMembers > rows[0].most) throw new Refusal(16022, { n: rows[0].most }, { n: rows[0].most });
      }
    }
    return issues;
  },
  written: async (tx, caller, operations) => {
    const by = { uid: caller.uid, name: caller.name };
    for (const { action, id, after } of operations) {
      if (action === 'delete') {
        await closeGroup(tx, id);
        continue;
      }
      const found = (await groupsById(tx, [id])).get(id);
      if (!found) continue;
      if (action === 'create') {
        await giveHelpers(tx, [id]);
        await settleOwner(tx, by, found);
        await followOne(tx, found);
        await noteEvent(tx, by, { groupId: id, what: 'created' });
      } else if (action === 'restore') {
        await reopenGroup(tx, id);
        await settleOwner(tx, by, found);
      } else if (after && 'ownerId' in after) {
        await settleOwner(tx, by, found);
        await noteEvent(tx, by, { groupId: id, what: 'transferred', employees: [found.ownerId] });
      }
    }
  },
  where: ({ services }, { memberId, silentDays, attention }) => [
    ...(memberId
      ? [sql<boolean>`exists (select from im_group_member m where m.group_id = t.id and m.employee_id = ${memberId}::uuid)`]
      : []),
    ...(silentDays ? [silentFor(services.now() - silentDays * dayMillis)] : []),
    ...(attention === 'silent' ? [silentFor(services.now() - 180 * dayMillis)] : []),
    ...(attention === 'ownerLeft'
      ? [sql<boolean>`not exists (select from employee e where e.id = t.owner_id and e.status = 'active')`]
      : []),
    ...(attention === 'full' ? [sql<boolean>`(select count(*) from im_group_member m where m.group_id = t.id) > 0.9 * t.max_members`] : []),
  ],
  rows: async ({ db, caller }, objects) => {
    const { rows } = await sql<{
      id: string;
      type: Record<Language, string>;
      members: number;
      managers: number;
      messages: number;
      lastAt: number | null;
    }>`
      select g.id, t.name as type, (select count(*)::int from im_group_member m where m.group_id = g.id) as members,
        (select count(*)::int from im_group_member m where m.group_id = g.id and m.role = 'manager') as managers,
        coalesce(c.last_seq, 0)::int as messages, nullif(c.last_at, 0) as "lastAt"
      from im_group g join im_group_type t on t.id = g.type_id left join im_conversation c on c.group_id = g.id
      where g.id = any(${objects.map(({ id }) => id)}::uuid[])`.execute(db);
    const known = new Map(rows.map((row) => [row.id, row]));
    return objects.map(({ id }) => {
      const row = known.get(id);
      return {
        typeName: row ? pick(row.type, caller.language) : '',
        members: row?.members ?? 0,
        managers: row?.managers ?? 0,
        messages: row?.messages ?? 0,
        lastAt: row?.lastAt ?? null,
      };
    });
  },
});

const silentFor = (before: number) =>
  sql<boolean>`not exists (select from im_conversation c where c.group_id = t.id and c.last_at >= ${before}) and t.created_at < ${before}`;

type Tx = Parameters<typeof groupsById>[0];

async function assertType(tx: Tx, request: { typeId: string; maxMembers: number; ownerId: string; isNew: boolean }): Promise<void> {
  const { rows } = await sql<{
    enabled: boolean;
    most: number;
    owned: number;
    has: number;
  }>`select enabled, max_members as most, max_owned as owned,
    (select count(*)::int from im_group g where g.owner_id = ${request.ownerId}::uuid and g.type_id = t.id) as has
    from im_group_type t where id = ${request.typeId}::uuid`.execute(tx);
  const [type] = rows;
  if (!type || (request.isNew && !type.enabled)) throw new Refusal(16021);
  if (request.maxMembers > type.most) throw new Refusal(16022, { n: type.most }, { n: type.most });
  if (request.isNew && type.has >= type.owned) throw new Refusal(16027, { n: type.owned }, { n: type.owned });
}

async function memberIds(tx: Tx, groupId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select employee_id as id from im_group_member where group_id = ${groupId}::uuid`.execute(tx);
  return rows.map(({ id }) => id);
}

async function closeGroup(tx: Tx, groupId: string): Promise<void> {
  await letOut(tx, await openGroupChat(tx, groupId), await memberIds(tx, groupId));
}

/** Members read on as if nothing had been, those who are still here. */
async function reopenGroup(tx: Tx, groupId: string): Promise<void> {
  await sql`delete from im_group_member m where group_id = ${groupId}::uuid and not exists (select from employee e
    where e.id = m.employee_id and e.status = 'active')`.execute(tx);
  await letIn(tx, await openGroupChat(tx, groupId), await memberIds(tx, groupId), 'all');
}

/** A new number for a group. */
export async function newNumber(tx: Tx): Promise<string> {
  const { rows } = await sql<{ n: string }>`select nextval('im_group_number_seq')::text as n`.execute(tx);
  return rows[0]!.n;
}
