import { sql } from 'kysely';
import { pick } from '#kit/common/language.ts';
import type { Reply } from '#kit/common/contract.ts';
import type { Call } from '#kit/server/handle.ts';
import type { readStat } from '../../common/reader.contract.ts';
import { isClosed, partsOf, pushSeen } from './push-facts.ts';

const hourMillis = 3_600_000;
/** Hours of the curve, from the first read on: two weeks. */
const mostHours = 336;

type Stat = Reply<typeof readStat>;

/** One push in the figures of its readers. */
export async function readStatOf({ db, caller, services }: Call, pushId: string): Promise<Stat> {
  const push = await pushSeen(db, caller, pushId);
  const [{ rows: counts }, { rows: hours }, { rows: reads }, { rows: likes }, { rows: comments }] = await Promise.all([
    sql<
      Pick<Stat, 'targets' | 'delivered' | 'reached' | 'read'>
    >`select count(*)::int as targets, (count(*) filter (where state = 1))::int as delivered,
        (count(*) filter (where state = 1 and reached_at is not null))::int as reached, (count(*) filter (where state = 1 and read_at is not null))::int as read
      from push_target where push_id = ${pushId}::uuid`.execute(db),
    sql<{ at: number; reads: number }>`select (read_at / ${hourMillis}) * ${hourMillis} as at, count(*)::int as reads from push_target
      where push_id = ${pushId}::uuid and state = 1 and read_at is not null group by 1 order by 1 limit ${mostHours}`.execute(db),
    sql<{
      id: string;
      reads: number;
      seconds: number;
    }>`select article_id as id, count(*)::int as reads, sum(seconds)::int as seconds from push_read
      where push_id = ${pushId}::uuid group by article_id`.execute(db),
    sql<{
      id: string;
      n: number;
    }>`select article_id as id, count(*)::int as n from push_like where push_id = ${pushId}::uuid group by article_id`.execute(db),
    sql<{ id: string; n: number; waiting: number }>`select article_id as id, (count(*) filter (where state = 'shown'))::int as n,
        (count(*) filter (where state = 'waiting'))::int as waiting from push_comment where push_id = ${pushId}::uuid group by article_id`.execute(
      db,
    ),
  ]);
  const of = <R extends { id: string }>(rows: readonly R[], id: string): R | undefined => rows.find((row) => row.id === id);
  const { targets = 0, delivered = 0, reached = 0, read = 0 } = counts[0] ?? {};
  return {
    pushId,
    snoId: push.snoId,
    title: pick(push.title, caller.language),
    kind: push.kind,
    state: push.state,
    startedAt: push.startedAt,
    targets,
    delivered,
    reached,
    read,
    policy: push.policy,
    closed: isClosed(push, services.now()),
    articles: partsOf(push, caller.language).map(({ id, title }) => ({
      id,
      title,
      reads: of(reads, id)?.reads ?? 0,
      seconds: of(reads, id)?.seconds ?? 0,
      likes: of(likes, id)?.n ?? 0,
      comments: of(comments, id)?.n ?? 0,
      waiting: of(comments, id)?.waiting ?? 0,
    })),
    hours: hours.map((row) => ({ ...row, at: Number(row.at) })),
  };
}
