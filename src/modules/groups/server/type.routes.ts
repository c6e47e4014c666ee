import { changeObjects } from '#kit/server/change/change-objects.ts';
import { handle, type BoundRoute, type Call } from '#kit/server/handle.ts';
import {
  typeAppGet,
  typeAppSave,
  typeHelperGet,
  typeHelperSave,
  typeInfoGet,
  typeInfoSave,
  typeUsage,
  typeUserGet,
  typeUserSave,
  type GroupTypeDetail,
} from '../common/type.contract.ts';
import { sql } from 'kysely';
import { groupTypes } from './group-type.ts';

const read = (call: Call, { id }: { id: string }): Promise<GroupTypeDetail> => groupTypes.one(call, id);

/** Changes fields of a type that stand in the input, and answers the type. */
async function save(call: Call, { id, version, ...given }: { id: string; version: number }): Promise<GroupTypeDetail> {
  call.caller.scope();
  return call.write(async (tx) => {
    const fields = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
    await changeObjects(tx, call.caller, groupTypes.kind, [{ id, version, fields }]);
    return groupTypes.one({ ...call, db: tx }, id);
  });
}

/** The pages of one type: each reads and saves its part. */
export const typeRoutes: readonly BoundRoute[] = [
  handle(typeUsage, async ({ db, services }, { id }) => {
    const silent = services.now() - 180 * 86_400_000;
    const { rows } = await sql<{ groups: number; people: number; overFull: number; overOwned: number; silent: number }>`
      with own as (select g.id, g.owner_id, t.max_members as most, t.max_owned as owned, c.last_at as last,
          (select count(*) from im_group_member m where m.group_id = g.id) as members,
          count(*) over (partition by g.owner_id) as has
        from im_group g join im_group_type t on t.id = g.type_id left join im_conversation c on c.group_id = g.id where t.id = ${id}::uuid)
      select count(*)::int as groups, coalesce(sum(members), 0)::int as people, (count(*) filter (where members > most))::int as "overFull",
        (count(*) filter (where has > owned))::int as "overOwned", (count(*) filter (where coalesce(last, 0) < ${silent}))::int as silent from own`.execute(
      db,
    );
    return rows[0]!;
  }),
  handle(typeInfoGet, read),
  handle(typeInfoSave, save),
  handle(typeUserGet, read),
  handle(typeUserSave, save),
  handle(typeAppGet, read),
  handle(typeAppSave, save),
  handle(typeHelperGet, read),
  handle(typeHelperSave, save),
];
