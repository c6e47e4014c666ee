import { sql } from 'kysely';
import { crudServer } from '#kit/server/crud/crud-server.ts';
import { Refusal } from '#kit/server/refusal.ts';
import { directory } from '#modules/people/server/public.ts';
import { groupType } from '../common/type.contract.ts';

/** Types of groups on the server: those that come with the product stay, and one that has groups is not deleted. */
export const groupTypes = crudServer(groupType, {
  table: 'im_group_type',
  directory,
  check: async (tx, _caller, operations) => {
    for (const { action, id } of operations) {
      if (action !== 'delete') continue;
      const { rows } = await sql<{ built: boolean; n: number }>`select t.built_in as built,
        (select count(*)::int from im_group g where g.type_id = t.id) as n from im_group_type t where t.id = ${id}::uuid`.execute(tx);
      if (rows[0]?.built) throw new Refusal(10412, { state: 'builtIn' }, { state: 'builtIn' });
      if ((rows[0]?.n ?? 0) > 0) throw new Refusal(16025, { n: rows[0]!.n }, { groups: rows[0]!.n });
    }
    return new Map();
  },
  impact: async (tx, _caller, operations) => {
    let groups = 0;
    for (const { action, id, after, before } of operations) {
      if (action !== 'change' || !after) continue;
      const most = after.maxMembers !== undefined && before?.maxMembers !== undefined && after.maxMembers < before.maxMembers;
      if (!most && after.helpers === undefined) continue;
      // What helpers say changes where they are; a smaller number touches the groups that have more.
      const above =
        after.helpers === undefined
          ? sql`and (select count(*) from im_group_member m where m.group_id = g.id) > ${after.maxMembers}`
          : sql`and exists (select from im_group_helper h where h.group_id = g.id)`;
      const { rows } = await sql<{ n: number }>`select count(*)::int as n from im_group g where g.type_id = ${id}::uuid ${above}`.execute(
        tx,
      );
      groups += rows[0]!.n;
    }
    const found: Record<string, number> = groups > 0 ? { groupChats: groups } : {};
    return found;
  },
  rows: async ({ db }, types) => {
    const { rows } = await sql<{ id: string; groups: number; people: number }>`select g.type_id as id, count(distinct g.id)::int as groups,
        count(m.employee_id)::int as people from im_group g left join im_group_member m on m.group_id = g.id
      where g.type_id = any(${types.map(({ id }) => id)}::uuid[]) group by g.type_id`.execute(db);
    const known = new Map(rows.map((row) => [row.id, row]));
    return types.map(({ id }) => ({ groups: known.get(id)?.groups ?? 0, people: known.get(id)?.people ?? 0 }));
  },
  detail: async ({ db }, { id, maxMembers }) => {
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from im_group g where g.type_id = ${id}::uuid
      and (select count(*) from im_group_member m where m.group_id = g.id) > ${maxMembers}`.execute(db);
    return { overFull: rows[0]!.n };
  },
});
