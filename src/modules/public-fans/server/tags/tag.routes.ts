import { sql } from 'kysely';
import type { Parsed, Reply } from '#kit/common/contract.ts';
import { lockOrder } from '#kit/server/change/lock-order.ts';
import { removeObjects } from '#kit/server/change/change-objects.ts';
import type { Tx } from '#kit/server/directory.ts';
import { handle, type BoundRoute, type Call } from '#kit/server/handle.ts';
import { InvalidInput } from '#kit/server/refusal.ts';
import { assertMay, assertSees, fansOf, noteInAccounts, unseen } from '#modules/public-accounts/server/public.ts';
import { tagAssign, tagMerge, tagOverlap, tagPreview, tagRemove } from '../../common/tag.contract.ts';
import { mostTagsOfFan } from '../../common/words.ts';
import { targetIds } from '../fans/fan-source.ts';
import { giveTags, overfull } from './give-tags.ts';
import { tagTitle } from './tag-names.ts';
import { fanTables, readTags, ruleHolds, tagHolds, type StoredTag } from './tag-sql.ts';
import { fanTags } from './tags.ts';

const mostShared = 20;

/** A tag of an account that the caller sees. */
async function tagOf(call: Pick<Call, 'caller' | 'db'>, id: string): Promise<StoredTag> {
  const { rows } = await sql<{ sno: string }>`select sno_id as sno from fan_tag where id = ${id}::uuid`.execute(call.db);
  const tag = rows[0] && (await readTags(call.db, rows[0].sno, [id])).get(id);
  if (!tag) throw unseen(call.caller);
  return tag;
}

/** Manual tags of one account, all of them there. */
async function manualTags(
  call: Pick<Call, 'caller'>,
  db: Call['db'],
  { snoId, ids }: { snoId: string; ids: readonly string[] },
): Promise<StoredTag[]> {
  const tags = await readTags(db, snoId, ids);
  if (ids.some((id) => !tags.has(id))) throw unseen(call.caller);
  const found = [...tags.values()];
  if (found.some(({ kind }) => kind !== 'manual'))
    throw new InvalidInput([{ path: 'tagIds', namespace: 'public-fans', key: 'issue.notManual' }]);
  return found;
}

async function preview(call: Call, { snoId, ...rule }: Parsed<typeof tagPreview>): Promise<Reply<typeof tagPreview>> {
  const { db, caller, services } = call;
  await assertSees(db, caller.scope(), snoId);
  const fans = await fansOf(db, snoId);
  const { rows } = await sql<{
    n: number;
    all: number;
    ids: string[] | null;
  }>`select count(*) filter (where holds)::int as n, count(*)::int as "all",
      (array_agg(id order by id) filter (where holds))[1:5] as ids
    from (select fans.id, ${ruleHolds(rule)} as holds from (${fans}) as fans ${fanTables(snoId)}) as found`.execute(db);
  const ids = rows[0]?.ids ?? [];
  const people = await services.directory.people(db, ids, caller.language);
  return {
    fans: rows[0]?.n ?? 0,
    of: rows[0]?.all ?? 0,
    sample: ids.map((id) => ({ id, name: people.get(id)?.name ?? '', departmentName: people.get(id)?.departmentName ?? '' })),
  };
}

async function overlap(call: Call, id: string): Promise<Reply<typeof tagOverlap>> {
  const { db, caller, services } = call;
  const tag = await tagOf(call, id);
  await assertSees(db, caller.scope(), tag.snoId);
  const { rows } = await sql<{
    id: string;
  }>`select id from fan_tag where sno_id = ${tag.snoId}::uuid and id <> ${id}::uuid order by id`.execute(db);
  const others = [
    ...(
      await readTags(
        db,
        tag.snoId,
        rows.map((row) => row.id),
      )
    ).values(),
  ];
  const counts = others.map((one, index) => sql`, count(*) filter (where ${tagHolds(one)})::int as ${sql.ref(`n${index}`)}`);
  const { rows: counted } = await sql<Record<string, number>>`select count(*)::int as fans ${sql.join(counts, sql``)}
    from (${await fansOf(db, tag.snoId)}) as fans ${fanTables(tag.snoId)} where ${tagHolds(tag)}`.execute(db);
  const list = others
    .map((one, index) => ({ id: one.id, title: tagTitle(services, one, caller.language), shared: counted[0]?.[`n${index}`] ?? 0 }))
    .filter(({ shared }) => shared > 0)
    .toSorted((one, other) => other.shared - one.shared);
  return { fans: counted[0]?.['fans'] ?? 0, list: list.slice(0, mostShared) };
}

async function merge(call: Call, { ids, intoId }: Parsed<typeof tagMerge>): Promise<{ count: number }> {
  const { caller } = call;
  const into = await tagOf(call, intoId);
  await assertMay(call.db, call.caller, into.snoId, 'manage');
  return call.write(async (tx) => {
    await lockOrder(tx, 'fan_tag');
    const from = ids.filter((id) => id !== intoId);
    const tags = await manualTags(call, tx, { snoId: into.snoId, ids: [intoId, ...from] });
    const { rows } = await sql`insert into fan_tag_member (tag_id, employee_id, at, by_id)
      select ${intoId}::uuid, employee_id, min(at), ${caller.uid} from fan_tag_member where tag_id = any(${from}::uuid[]) group by employee_id
      on conflict do nothing returning employee_id`.execute(tx);
    await removeObjects(tx, caller, fanTags.kinds[0]!, from);
    const named = tags.filter(({ id }) => id !== intoId).map(({ name }) => name);
    await note(tx, call, { snoId: into.snoId, kind: 'fanTag.merge', tags: [into], detail: { from: named, fans: rows.length } });
    return { count: rows.length };
  });
}

interface Noted {
  readonly snoId: string;
  readonly kind: string;
  readonly tags: readonly StoredTag[];
  readonly detail: Readonly<Record<string, unknown>>;
}

/** Notes in the log of the account and in the audit what was done with tags. */
async function note(tx: Tx, { caller }: Pick<Call, 'caller'>, { snoId, kind, tags, detail }: Noted): Promise<void> {
  for (const { id, name } of tags) caller.touch({ kind: 'fanTag', id, name });
  caller.note(detail);
  const by = { id: caller.uid, name: caller.name };
  await noteInAccounts(
    tx,
    tags.map(({ id, name }) => ({ snoId, tab: 'operation', kind, by, ref: { id, name }, result: 'done', detail })),
  );
}

async function assign(call: Call, { snoId, tagIds, ...target }: Parsed<typeof tagAssign>): Promise<{ count: number }> {
  const range = call.caller.scope();
  await assertMay(call.db, call.caller, snoId, 'manage');
  return call.write(async (tx) => {
    const tags = await manualTags(call, tx, { snoId, ids: tagIds });
    const people = await targetIds(tx, range, { snoId, ...target });
    const giving = { snoId, tagIds: tags.map(({ id }) => id), people, by: call.caller.uid, at: call.services.now() };
    if ((await overfull(tx, { snoId, people, more: giving.tagIds, most: mostTagsOfFan })).size > 0)
      throw new InvalidInput([{ path: 'tagIds', namespace: 'public-fans', key: 'issue.mostTagsOfFan', params: { n: mostTagsOfFan } }]);
    const { length: fans } = await giveTags(tx, giving);
    await note(tx, call, { snoId, kind: 'fanTag.assign', tags, detail: { fans } });
    return { count: fans };
  });
}

async function remove(call: Call, { snoId, tagIds, ...target }: Parsed<typeof tagRemove>): Promise<{ count: number }> {
  const range = call.caller.scope();
  await assertMay(call.db, call.caller, snoId, 'manage');
  return call.write(async (tx) => {
    const tags = await manualTags(call, tx, { snoId, ids: tagIds });
    const people = await targetIds(tx, range, { snoId, ...target });
    const { rows } = await sql<{ id: string }>`delete from fan_tag_member where tag_id = any(${tags.map(({ id }) => id)}::uuid[])
      and employee_id = any(${people}::uuid[]) returning employee_id as id`.execute(tx);
    const taken = new Set(rows.map(({ id }) => id));
    await note(tx, call, { snoId, kind: 'fanTag.remove', tags, detail: { fans: taken.size } });
    return { count: taken.size };
  });
}

/** What is done with tags beside their own verbs. */
export const tagRoutes: readonly BoundRoute[] = [
  handle(tagPreview, preview),
  handle(tagOverlap, (call, { id }) => overlap(call, id)),
  handle(tagMerge, merge),
  handle(tagAssign, assign),
  handle(tagRemove, remove),
];
