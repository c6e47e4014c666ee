import { sql } from 'kysely';
import type { Parsed, Reply } from '#kit/common/contract.ts';
import type { Call } from '#kit/server/handle.ts';
import { orderOf, readPage } from '#kit/server/read-page.ts';
import { assertSees, modeOfRank } from '#modules/public-accounts/server/public.ts';
import type { FanFilter } from '../../common/fan-filter.ts';
import type { fanList, FanRow } from '../../common/fan.contract.ts';
import type { FanState, TagKind } from '../../common/words.ts';
import { tagTitle } from '../tags/tag-names.ts';
import { followsSince } from '../tags/tag-sql.ts';
import { fanSource, fanState, fanWhere } from './fan-source.ts';

const dayMillis = 86_400_000;
type Means = Pick<Call, 'db' | 'caller' | 'services'>;

/** A fan as the tables know them. */
export interface StoredFan {
  readonly id: string;
  readonly rank: number;
  readonly state: FanState;
  readonly since: number;
  readonly title: string | null;
  readonly lastReadAt: number | null;
  readonly remark: string | null;
  readonly followedAt: number | null;
  readonly leftAt: number | null;
}

/** What is read of a fan from `fanSource`. */
export const fanColumns = sql`fans.id, fans.rank, ${fanState} as state, ${followsSince} as since, person.title, known.last_read_at as "lastReadAt",
  known.remark, known.followed_at as "followedAt", known.left_at as "leftAt"`;

const orders = { name: sql`person.sort_key`, since: followsSince, lastReadAt: sql`known.last_read_at` };

/** A page of fans. */
export async function listFans(means: Means, { snoId, ...input }: Parsed<typeof fanList>): Promise<Reply<typeof fanList>> {
  const { db, caller } = means;
  await assertSees(db, caller.scope(), snoId);
  const { pageNum: _page, pageSize: _size, sort = 'name', ...filter } = input;
  const source = {
    columns: fanColumns,
    from: await fanSource(db, snoId),
    where: await fanWhere(db, snoId, filter),
    order: orderOf(sort, orders, sql`fans.id`),
  };
  const { list, ...counted } = await readPage<StoredFan>(db, source, input);
  return { list: await fanRows(means, snoId, list), ...counted };
}

/** Fans as they are shown: name, department and title are read by whoever sees the account. */
export async function fanRows({ db, caller, services }: Means, snoId: string, fans: readonly StoredFan[]): Promise<FanRow[]> {
  const ids = fans.map(({ id }) => id);
  const [people, tags, facts] = await Promise.all([
    services.directory.people(db, ids, caller.language),
    sql<{ employee: string; id: string; name: string; kind: TagKind }>`select m.employee_id as employee, t.id, t.name, t.kind
      from fan_tag_member m join fan_tag t on t.id = m.tag_id and t.sno_id = ${snoId}::uuid
      where m.employee_id = any(${ids}::uuid[]) order by lower(t.name), t.id`.execute(db),
    factsOf(db, snoId, { ids, since: services.now() - 30 * dayMillis }),
  ]);
  const tagsOf = Map.groupBy(tags.rows, ({ employee }) => employee);
  return fans.map(({ id, rank, state, since, title, lastReadAt, remark }) => ({
    id,
    name: people.get(id)?.name ?? '',
    departmentName: people.get(id)?.departmentName ?? '',
    title: title ?? '',
    mode: modeOfRank(rank),
    state,
    since: Number(since),
    tags: (tagsOf.get(id) ?? []).map((tag) => ({ id: tag.id, title: tagTitle(services, tag, caller.language), kind: tag.kind })),
    lastReadAt: lastReadAt === null ? null : Number(lastReadAt),
    reads30: facts.get(id)?.reads ?? 0,
    messages: facts.get(id)?.messages ?? 0,
    remark: remark ?? '',
  }));
}

interface Facts {
  readonly id: string;
  readonly reads: number;
  readonly messages: number;
}

/** How many pushes of the account people read since a moment, and how many messages they ever wrote to it. */
async function factsOf(
  db: Means['db'],
  snoId: string,
  { ids, since }: { ids: readonly string[]; since: number },
): Promise<Map<string, Facts>> {
  const { rows } = await sql<Facts>`select who.id,
      (select count(*)::int from push_target t join push p on p.id = t.push_id and p.sno_id = ${snoId}::uuid
        where t.employee_id = who.id and t.read_at >= ${since}::bigint) as reads,
      (select count(*)::int from user_message m where m.sno_id = ${snoId}::uuid and m.employee_id = who.id and m.direction = 'in') as messages
    from unnest(${[...ids]}::uuid[]) as who(id)`.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}

const pieceSize = 500;

/** All fans that a filter finds, piece by piece by their ids. */
export async function* allFans(means: Means, snoId: string, filter: FanFilter): AsyncGenerator<FanRow> {
  const { db } = means;
  for (let after = '00000000-0000-0000-0000-000000000000'; ;) {
    const where = [...(await fanWhere(db, snoId, filter)), sql<boolean>`fans.id > ${after}::uuid`];
    const { rows } = await sql<StoredFan>`select ${fanColumns} from ${await fanSource(db, snoId)}
      where ${sql.join(where, sql` and `)} order by fans.id limit ${pieceSize}`.execute(db);
    yield* await fanRows(means, snoId, rows);
    if (rows.length < pieceSize) return;
    after = rows.at(-1)!.id;
  }
}
