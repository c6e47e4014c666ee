import { sql } from 'kysely';
import type { Parsed, Reply } from '#kit/common/contract.ts';
import { changeObjects, removeObjects } from '#kit/server/change/change-objects.ts';
import type { Kind } from '#kit/server/change/kind.ts';
import { crudServer } from '#kit/server/crud/crud-server.ts';
import type { Db } from '#kit/server/directory.ts';
import { handle, type BoundRoute, type Call } from '#kit/server/handle.ts';
import { InvalidInput, inUse, notFound, outOfRange } from '#kit/server/refusal.ts';
import { directory } from '#modules/people/server/public.ts';
import { assertWorks, throughAccount } from '#modules/public-accounts/server/public.ts';
import { groupDelete, materialGroup } from '../../common/material.contract.ts';
import { limits, type ContentKind } from '../../common/words.ts';
import { assertMayWrite, foreignGroups, mistake, mistakes } from '../write-rules.ts';

const tables: Readonly<Record<ContentKind, string>> = {
  text: 'material',
  image: 'material',
  video: 'material',
  imageText: 'image_text',
  imageMessage: 'image_message',
  article: 'article',
};

async function itemsOf(db: Db, ids: readonly string[]): Promise<Map<string, { kind: string; id: string; name: string }[]>> {
  const { rows } = await sql<{ group: string; kind: string; id: string; name: string }>`
    select group_id as "group", 'material' as kind, id, name from material where group_id = any(${ids}::uuid[])
    union all select group_id, 'imageText', id, name from image_text where group_id = any(${ids}::uuid[])
    union all select group_id, 'imageMessage', id, coalesce(name ->> 'zh_CN', '') from image_message where group_id = any(${ids}::uuid[])
    union all select group_id, 'article', id, coalesce(title ->> 'zh_CN', '') from article where group_id = any(${ids}::uuid[])`.execute(
    db,
  );
  return Map.groupBy(
    rows.map((row) => row),
    ({ group }) => group,
  );
}

/** Groups of content. */
export const groups = crudServer(materialGroup, {
  table: 'material_group',
  directory,
  range: throughAccount('material_group'),
  importBy: ['name'],
  check: async (tx, caller, operations) => {
    const accounts = await assertMayWrite({ tx, caller, table: 'material_group' }, operations);
    const { found, add } = mistakes();
    const seen = new Map<string, number>();
    for (const [index, { action, id, after }] of operations.entries()) {
      if (after?.name !== undefined && (await isTaken(tx, { id, name: after.name, snoId: accounts.get(id)!, kind: after.kind })))
        add(index, mistake('name', 'groupName'));
      if (action !== 'create' || after?.snoId === undefined) continue;
      const n = (seen.get(after.snoId) ?? 0) + 1;
      seen.set(after.snoId, n);
      const { rows } = await sql<{ n: number }>`select count(*)::int as n from material_group where sno_id = ${after.snoId}::uuid`.execute(
        tx,
      );
      if (rows[0]!.n + n > limits.groups) add(index, mistake('name', 'groups', { n: limits.groups }));
    }
    return found;
  },
  usedBy: (tx, ids) => itemsOf(tx, ids),
  rows: async ({ db }, objects) => {
    const { rows } = await sql<{ id: string; n: number }>`select group_id as id, count(*)::int as n from (
        select group_id from material union all select group_id from image_text union all select group_id from image_message union all select group_id from article
      ) as content where group_id = any(${objects.map(({ id }) => id)}::uuid[]) group by group_id`.execute(db);
    const counts = new Map(rows.map(({ id, n }) => [id, n]));
    return objects.map(({ id }) => ({ items: counts.get(id) ?? 0 }));
  },
});

async function isTaken(
  tx: Db,
  { id, name, snoId, kind }: { id: string; name: string; snoId: string; kind: string | undefined },
): Promise<boolean> {
  const { rows } = await sql`select from material_group where sno_id = ${snoId}::uuid and lower(name) = lower(${name}) and id <> ${id}::uuid
    and kind = coalesce(${kind ?? null}, (select kind from material_group where id = ${id}::uuid)) limit 1`.execute(tx);
  return rows.length > 0;
}

/** Kinds of the change engine by the table of what a group holds; given by the module, whose parts they are. */
type KindByTable = Readonly<Record<string, Kind>>;

/** Deletes groups; what is in them goes where it is said. */
export const groupRoutes = (kinds: KindByTable): readonly BoundRoute[] => [
  handle(groupDelete, (call, input) => remove(call, input, kinds)),
];

async function remove(call: Call, { ids, moveTo }: Parsed<typeof groupDelete>, kinds: KindByTable): Promise<Reply<typeof groupDelete>> {
  const { caller } = call;
  const range = caller.scope();
  return call.write(async (tx) => {
    const { rows } = await sql<{ id: string; sno: string; kind: ContentKind }>`select id, sno_id as sno, kind from material_group
      where id = any(${ids}::uuid[]) order by id for update`.execute(tx);
    if (rows.length < ids.length) throw range.all ? notFound() : outOfRange();
    for (const { sno } of rows) await assertWorks(tx, range, sno, 'write');
    const held = await itemsOf(tx, ids);
    if (held.size > 0 && moveTo === undefined) throw inUse([...held.values()].flat().slice(0, 50));
    if (typeof moveTo === 'string') {
      const named = rows.map(({ sno, kind }, index) => ({ index, groupId: moveTo, snoId: sno, kind }));
      if (ids.includes(moveTo) || (await foreignGroups(tx, named)).length > 0)
        throw new InvalidInput([{ path: 'moveTo', namespace: 'public-content', key: 'issue.group' }]);
    }
    for (const { id, kind } of rows) {
      const inside = (held.get(id) ?? []).map((item) => ({ id: item.id, version: null, fields: { groupId: moveTo ?? null } }));
      for (let from = 0; from < inside.length; from += 1000)
        await changeObjects(tx, caller, kinds[tables[kind]]!, inside.slice(from, from + 1000));
    }
    return { count: await removeObjects(tx, caller, groups.kind as Kind, ids) };
  });
}
