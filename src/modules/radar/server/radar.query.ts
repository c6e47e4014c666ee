import { sql, type RawBuilder } from 'kysely';
import type { Parsed, Reply } from '#kit/common/contract.ts';
import { pick } from '#kit/common/language.ts';
import type { Caller } from '#kit/server/caller.ts';
import type { Db } from '#kit/server/directory.ts';
import { containing, orderOf, readPage, type PageSource } from '#kit/server/read-page.ts';
import { notFound, outOfRange } from '#kit/server/refusal.ts';
import type { Services } from '#kit/server/services.ts';
import type { radarExport, radarList, radarTimeline, RadarDetail, RadarState } from '../common/radar.contract.ts';
import { kindsOf, kindsWith } from './kinds.ts';
import { stateAt } from './radar-state.ts';
import { radarDetailOf, radarViews, type RadarItem } from './radar.view.ts';
import { radarVisible } from './radar.visible.ts';
import { expiryWarning } from './notify.ts';
import '#kit/server/warning/warning.table.ts';

/** Who reads, from what. */
export interface Reading {
  readonly db: Db;
  readonly services: Services;
  readonly caller: Caller;
}
type Filter = NonNullable<Parsed<typeof radarExport>['filter']>;

const dayMillis = 86_400_000;
const hourMillis = 3_600_000;

/** When somebody was told last, by the radar's own warning or by that of the kind. */
function lastNotice(services: Services): RawBuilder<number | null> {
  const tellers = [expiryWarning.kind, ...kindsOf(services).flatMap(({ toldBy }) => toldBy ?? [])];
  return sql`(select max(notice.at) from warning join warning_notice as notice on notice.warning_id = warning.id
    where warning.object_id in (radar_item.id::text, radar_item.object_id) and warning.kind = any(${tellers}::text[]) and notice.state = 'sent')`;
}

function conditions({ services, caller }: Reading, filter: Filter): RawBuilder<boolean>[] {
  const now = services.now();
  const where = [radarVisible(services, caller)];
  const { text, kind, module, owner, state, within, from, to, snoozed, noOwner, origin } = filter;
  if (text !== undefined)
    where.push(
      sql<boolean>`(name ilike ${containing(text)} or names::text ilike ${containing(text)} or kind = any(${kindsWith(services, text, caller.language)}::text[]))`,
    );
  if (kind !== undefined) where.push(sql<boolean>`kind = ${kind}`);
  if (module !== undefined) {
    const kinds = kindsOf(services).filter((one) => one.module === module);
    where.push(sql<boolean>`kind = any(${kinds.map((one) => one.kind)}::text[])`);
  }
  if (owner !== undefined) where.push(sql<boolean>`owner_id = ${owner}::uuid`);
  if (noOwner !== undefined) where.push(sql<boolean>`(owner_id is null) = ${noOwner}`);
  if (state?.length) where.push(sql<boolean>`${stateAt(now)} = any(${state}::text[])`);
  if (within !== undefined) where.push(sql<boolean>`due_at <= ${now + Number(within) * dayMillis}`);
  if (from !== undefined) where.push(sql<boolean>`due_at >= ${from}`);
  if (to !== undefined) where.push(sql<boolean>`due_at < ${to}`);
  if (snoozed !== undefined) where.push(sql<boolean>`coalesce(snoozed_until > ${now}, false) = ${snoozed}`);
  if (origin !== undefined) where.push(sql<boolean>`origin = ${origin}`);
  return where;
}

function sourceOf(reading: Reading, filter: Filter, sort = 'dueAt'): PageSource {
  const { services } = reading;
  const notice = lastNotice(services);
  const orders = { dueAt: sql`due_at`, name: sql`lower(name)`, kind: sql`kind`, lastNoticeAt: notice };
  return {
    columns: sql`radar_item.*, ${stateAt(services.now())} as state, ${notice} as last_notice_at`,
    from: sql`radar_item`,
    where: conditions(reading, filter),
    order: orderOf(sort, orders, sql`id`),
  };
}

/** A page of what ends or ages. */
export async function listItems(reading: Reading, input: Parsed<typeof radarList>): Promise<Reply<typeof radarList>> {
  const { pageNum, pageSize, sort, ...filter } = input;
  const { list, ...counted } = await readPage<RadarItem>(reading.db, sourceOf(reading, filter, sort), { pageNum, pageSize });
  return { list: await radarViews(reading, list), ...counted };
}

/** The chosen ones, or all that are filtered, a thousand at a time. */
export async function* itemsFor(reading: Reading, { ids, filter = {} }: Pick<Parsed<typeof radarExport>, 'ids' | 'filter'>) {
  const all = sourceOf(reading, filter);
  const source = ids ? { ...all, where: [...all.where, sql<boolean>`id = any(${ids}::uuid[])`] } : all;
  for (let pageNum = 1; ; pageNum += 1) {
    const { list, pages } = await readPage<RadarItem>(reading.db, source, { pageNum, pageSize: 1_000 });
    yield* await radarViews(reading, list);
    if (pageNum >= pages) return;
  }
}

/** One item; 10910 where it may not be known of. */
export async function getItem(reading: Reading, id: string): Promise<RadarDetail> {
  const { db, services, caller } = reading;
  const { rows } = await sql<RadarItem>`select radar_item.*, ${stateAt(services.now())} as state, ${lastNotice(services)} as last_notice_at
    from radar_item where id = ${id}::uuid and ${radarVisible(services, caller)}`.execute(db);
  const [row] = rows;
  if (!row) throw caller.scope().all ? notFound() : outOfRange();
  return radarDetailOf(reading, row);
}

interface Sum {
  kind: string;
  state: RadarState;
  n: number;
  snoozed: number;
  unowned: number;
}

/** How all of it stands, and what ends when. */
export async function timelineOf(reading: Reading, { days }: Parsed<typeof radarTimeline>): Promise<Reply<typeof radarTimeline>> {
  const { db, services, caller } = reading;
  const now = services.now();
  const visible = radarVisible(services, caller);
  const state = stateAt(now);
  const [{ rows: sums }, { rows: marks }, { rows: next }, round] = [
    await sql<Sum>`select kind, ${state} as state, count(*) as n, count(*) filter (where snoozed_until > ${now}) as snoozed,
      count(*) filter (where owner_id is null) as unowned from radar_item where ${visible} group by 1, 2`.execute(db),
    await sql<{
      at: number;
      state: RadarState;
      count: number;
    }>`select due_at / ${hourMillis}::bigint * ${hourMillis}::bigint as at, ${state} as state, count(*) as count
      from radar_item where ${visible} and due_at > ${now} and due_at <= ${now + days * dayMillis} group by 1, 2 order by 1 limit 2000`.execute(
      db,
    ),
    await sql<RadarItem>`select radar_item.*, ${state} as state, null as last_notice_at from radar_item
      where ${visible} and due_at > ${now} order by due_at, id limit 3`.execute(db),
    await db.selectFrom('radar_round').select('at').executeTakeFirst(),
  ];
  const sum = (of: (row: Sum) => number): number => sums.reduce((all, row) => all + of(row), 0);
  const at = (requested: RadarState): number => sum((row) => (row.state === requested ? row.n : 0));
  const kinds = kindsOf(services).map(({ kind, title, module }) => ({
    kind,
    title: pick(title, caller.language),
    module,
    moduleName: services.words.moduleName(module, caller.language),
    count: sum((row) => (row.kind === kind ? row.n : 0)),
  }));
  const views = await radarViews(reading, next);
  return {
    states: { overdue: at('overdue'), due: at('due'), soon: at('soon'), ok: at('ok'), unknown: at('unknown') },
    snoozed: sum((row) => row.snoozed),
    noOwner: sum((row) => row.unowned),
    checkedAt: round && round.at > 0 ? round.at : null,
    kinds: kinds.filter(({ count }) => count > 0),
    marks,
    next: views.map(({ id, name, title, dueAt, state: stands }) => ({ id, name, title, dueAt: dueAt ?? now, state: stands })),
  };
}
