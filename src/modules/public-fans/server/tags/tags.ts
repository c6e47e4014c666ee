import { sql } from 'kysely';
import type { Caller, Range } from '#kit/server/caller.ts';
import type { Kind, Operation, OperationIssue } from '#kit/server/change/kind.ts';
import { crudServer } from '#kit/server/crud/crud-server.ts';
import type { Db, Tx } from '#kit/server/directory.ts';
import { directory } from '#modules/people/server/public.ts';
import { assertMay, fansOf, noteWrites, throughAccount } from '#modules/public-accounts/server/public.ts';
import { clock } from '#platform/clock.ts';
import { fanTag, type TagRule } from '../../common/tag.contract.ts';
import { mostTags, type TagKind } from '../../common/words.ts';
import { fanTables, readTags, tagHolds } from './tag-sql.ts';
import { tagTitle } from './tag-names.ts';

type TagOperation = Operation<TagRule & { snoId: string; kind: TagKind | 'manual' | 'rule' }>;

const { visible, outside } = throughAccount('fan_tag');

/** Accounts out of reach, and departments and dynamic groups that a rule newly names outside of the range. */
async function outsideOf(tx: Tx, range: Range, operations: readonly TagOperation[]): Promise<Set<number>> {
  const refused = await outside(tx, range, operations);
  if (range.all) return refused;
  const added = (one: TagOperation, name: 'departmentIds' | 'crowdIds'): string[] => {
    const before = new Set(one.before?.[name]);
    return (one.after?.[name] ?? []).filter((id) => !before.has(id));
  };
  const crowds = await directory.crowds(
    tx,
    operations.flatMap((one) => added(one, 'crowdIds')),
    'zh_CN',
    range,
  );
  const { rows } = await sql<{
    id: string;
  }>`select d.id from unnest(${operations.flatMap((one) => added(one, 'departmentIds'))}::uuid[]) as d(id)
    where ${directory.departmentInRange(range, 'd.id')}`.execute(tx);
  const inside = new Set([...rows.map(({ id }) => id), ...crowds.keys()]);
  for (const [index, one] of operations.entries())
    if ([...added(one, 'departmentIds'), ...added(one, 'crowdIds')].some((id) => !inside.has(id))) refused.add(index);
  return refused;
}

interface Standing {
  readonly id: string;
  readonly snoId: string;
  readonly kind: TagKind;
  readonly rule: TagRule;
}

async function standing(tx: Tx, operations: readonly TagOperation[]): Promise<Map<string, Standing>> {
  const { rows } = await sql<{ sno: string; ids: string[] }>`select sno_id as sno, array_agg(id) as ids from fan_tag
    where id = any(${operations.map(({ id }) => id)}::uuid[]) group by sno_id`.execute(tx);
  const found = await Promise.all(rows.map(({ sno, ids }) => readTags(tx, sno, ids)));
  return new Map(found.flatMap((tags) => [...tags]));
}

const isEmpty = ({ departmentIds, crowdIds, newerThan, olderThan, readWithin, unreadFor }: TagRule): boolean =>
  departmentIds.length + crowdIds.length === 0 && [newerThan, olderThan, readWithin, unreadFor].every((days) => days === null);

const issue = (path: string, key: string, params?: Record<string, unknown>): OperationIssue => ({
  path,
  namespace: 'public-fans',
  key: `issue.${key}`,
  ...(params && { params }),
});

async function check(tx: Tx, caller: Caller, operations: readonly TagOperation[]): Promise<Map<number, OperationIssue[]>> {
  const now = await standing(tx, operations);
  const issues = new Map<number, OperationIssue[]>();
  const accounts = new Map<string, number>();
  for (const [index, { action, id, before, after }] of operations.entries()) {
    const stored = now.get(id);
    const snoId = stored?.snoId ?? after?.snoId ?? before?.snoId;
    if (snoId === undefined) continue;
    const isNew = action === 'create' || action === 'restore';
    accounts.set(snoId, (accounts.get(snoId) ?? 0) + (isNew ? 1 : 0));
    const kind = stored?.kind ?? after?.kind ?? before?.kind;
    if (kind === 'platform' && !isNew) issues.set(index, [issue('name', 'platformTag')]);
    const rule = after && { ...emptyRule, ...stored?.rule, ...after };
    if (rule && kind === 'rule' && isEmpty(rule)) issues.set(index, [issue('departmentIds', 'noCondition')]);
    if (rule && kind === 'manual' && !isEmpty(rule)) issues.set(index, [issue('kind', 'manualCondition')]);
  }
  for (const [snoId, added] of accounts) {
    await assertMay(tx, caller, snoId, 'manage');
    if (added === 0) continue;
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from fan_tag where sno_id = ${snoId}::uuid`.execute(tx);
    if (rows[0]!.n + added <= mostTags) continue;
    const last = operations.findLastIndex(({ after }) => after?.snoId === snoId);
    issues.set(last, [...(issues.get(last) ?? []), issue('name', 'mostTags', { n: mostTags })]);
  }
  return issues;
}

const emptyRule: TagRule = { departmentIds: [], crowdIds: [], newerThan: null, olderThan: null, readWithin: null, unreadFor: null };

/** How many effective fans have these tags, by id. */
async function fansWithTags(db: Db, snoId: string, ids: readonly string[]): Promise<Map<string, number>> {
  const tags = [...(await readTags(db, snoId, ids)).values()];
  if (tags.length === 0) return new Map();
  const counts = tags.map((tag, index) => sql`count(*) filter (where ${tagHolds(tag)})::int as ${sql.ref(`n${index}`)}`);
  const { rows } = await sql<Record<string, number>>`select ${sql.join(counts)} from (${await fansOf(db, snoId)}) as fans
    ${fanTables(snoId)}`.execute(db);
  return new Map(tags.map(({ id }, index) => [id, rows[0]?.[`n${index}`] ?? 0]));
}

interface Pushes {
  readonly id: string;
  readonly recent: number;
  readonly last: number | null;
}

const monthMillis = 30 * 86_400_000;

/** Which pushes chose their audience by these tags: how many of them began in 30 days, and when the last one did. */
async function pushesBy(db: Db, ids: readonly string[]): Promise<Map<string, Pushes>> {
  const { rows } =
    await sql<Pushes>`select tag.id, (count(*) filter (where p.started_at >= ${clock.now() - monthMillis}::bigint))::int as recent,
      max(p.started_at) as last
    from fan_tag as tag join push as p on p.sno_id = tag.sno_id and p.started_at is not null
      and ((p.audience -> 'tags' -> 'any') ? tag.id::text or (p.audience -> 'tags' -> 'all') ? tag.id::text)
    where tag.id = any(${[...ids]}::uuid[]) group by tag.id`.execute(db);
  return new Map(rows.map((row) => [row.id, { ...row, last: row.last === null ? null : Number(row.last) }]));
}

const entity = crudServer(fanTag, {
  table: 'fan_tag',
  directory,
  range: { visible, outside: outsideOf },
  check,
  written: noteWrites('fan_tag', 'fanTag'),
  where: (_means, { kind }) => (kind === undefined ? [] : [sql<boolean>`t.kind = ${kind}`]),
  rows: async ({ db, services, caller }, objects) => {
    const counts = new Map<string, number>();
    for (const [snoId, some] of Map.groupBy(objects, (one) => one.snoId)) {
      const found = await fansWithTags(
        db,
        snoId,
        some.map(({ id }) => id),
      );
      for (const [id, n] of found) counts.set(id, n);
    }
    const pushes = await pushesBy(
      db,
      objects.map(({ id }) => id),
    );
    return objects.map((one) => ({
      title: tagTitle(services, one, caller.language),
      fans: counts.get(one.id) ?? 0,
      pushes30: pushes.get(one.id)?.recent ?? 0,
      lastPushAt: pushes.get(one.id)?.last ?? null,
    }));
  },
});

const kind: Kind = {
  ...entity.kinds[0]!,
  purge: async (tx, ids) => {
    await sql`delete from fan_tag_member where tag_id = any(${[...ids]}::uuid[])
      and not exists (select from fan_tag where fan_tag.id = tag_id)`.execute(tx);
  },
};

/** Tags of fans on the server; of a deleted tag the fans are kept until its deletion is final. */
export const fanTags = { ...entity, kinds: [kind] };
