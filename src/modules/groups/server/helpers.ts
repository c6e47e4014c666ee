import { sql } from 'kysely';
import type { Reply } from '#kit/common/contract.ts';
import { handle, type BoundRoute, type Call } from '#kit/server/handle.ts';
import type { Db, Tx } from '#kit/server/directory.ts';
import { notFound } from '#kit/server/refusal.ts';
import type { JobKind } from '#kit/server/services.ts';
import { clock } from '#platform/clock.ts';
import { helperApply, helperApplyPreview } from '../common/helper.contract.ts';
import { typeHelperPage as page } from '../common/permissions.ts';
import { noteEvent } from './members/members.ts';

/** Groups of a type with each helper that the type always gives and they lack: `g` and `h` of the select. */
const lacking = (typeId: string) => sql`im_group g join im_group_type t on t.id = g.type_id
  cross join lateral jsonb_array_elements(t.helpers) as h(one)
  where t.id = ${typeId}::uuid and h.one ->> 'mode' = 'always'
    and not exists (select from im_group_helper own where own.group_id = g.id and own.helper = h.one ->> 'helper')`;

/** Gives groups the helpers that their types always give. */
export async function giveHelpers(tx: Tx, groupIds: readonly string[]): Promise<void> {
  await sql`insert into im_group_helper (group_id, helper, at)
    select g.id, h.one ->> 'helper', ${clock.now()} from im_group g join im_group_type t on t.id = g.type_id
      cross join lateral jsonb_array_elements(t.helpers) as h(one) where g.id = any(${groupIds}::uuid[]) and h.one ->> 'mode' = 'always'
    on conflict do nothing`.execute(tx);
}

async function counted(db: Db, typeId: string): Promise<Reply<typeof helperApplyPreview>> {
  const { rows } = await sql<{ known: boolean; groups: number; all: number }>`select
    exists (select from im_group_type where id = ${typeId}::uuid) as known,
    (select count(distinct g.id)::int from ${lacking(typeId)}) as groups,
    (select count(*)::int from im_group where type_id = ${typeId}::uuid) as "all"`.execute(db);
  const { known, groups, all } = rows[0]!;
  if (!known) throw notFound();
  return { groups, all };
}

const atOnce = 500;

/** Gives helpers to the groups of a type, some hundred in a transaction; what a broken-off run did it does not do again. */
export const helperApplyJob: JobKind<{ id: string; groups: number }, { groups: number }> = {
  kind: 'groupType.applyHelpers',
  title: { namespace: 'groups', key: 'job.applyHelpers' },
  code: page.button.apply,
  exclusive: ({ id }) => id,
  run: async ({ services, caller, signal, progress }, { id, groups: total }) => {
    const by = { uid: caller.uid, name: caller.name };
    for (let done = 0; ;) {
      signal.throwIfAborted();
      const given = await services.database.db.transaction().execute(async (tx) => {
        const { rows } = await sql<{ id: string }>`select distinct g.id from ${lacking(id)} order by g.id limit ${atOnce}`.execute(tx);
        await giveHelpers(
          tx,
          rows.map((row) => row.id),
        );
        for (const { id: groupId } of rows) await noteEvent(tx, by, { groupId, what: 'helpers' });
        return rows.length;
      });
      done += given;
      await progress({ done, total: Math.max(total, done), failed: 0 });
      if (given < atOnce) return { groups: done };
    }
  },
};

async function apply(call: Call, { id }: { id: string }): Promise<{ jobId: string }> {
  call.caller.scope();
  return call.write(async (tx) => {
    const { groups } = await counted(tx, id);
    call.caller.note({ typeId: id, groups });
    return { jobId: await call.services.jobs.start(tx, call.caller, helperApplyJob, { id, groups }) };
  });
}

/** Helpers of a type for the groups that are there. */
export const helperRoutes: readonly BoundRoute[] = [
  handle(helperApplyPreview, async (call, { id }) => {
    call.caller.scope();
    return counted(call.db, id);
  }),
  handle(helperApply, apply),
];
