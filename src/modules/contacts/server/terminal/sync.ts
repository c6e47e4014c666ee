import { sql, type RawBuilder } from 'kysely';
import { Refusal } from '#kit/server/refusal.ts';
import type { SyncAnswer } from '../../common/terminal.contract.ts';
import type { Viewer } from '../rule/compile.ts';
import { keptOut, ofStatus, placements } from '../rule/visible.ts';
import { copyRangeOf, rangedWord, shownWord, viewerThen } from './copy-words.ts';
import type { Eye } from './eye.ts';
import { rowsOf, seenOf } from './rows.ts';
import { readCopyPlace, writeCopyPlace, type CopyPlace } from './sync-cursor.ts';
import { touched, type FeedRow } from './touched.ts';

const dayMillis = 86_400_000;
/** A difference larger than this is not worth sending one by one. */
const mostChanged = 5_000;
/** Events of crowds carry the time before their commit. */
const slackMillis = 60_000;

type Whole = CopyPlace & { full: string };
const nobody = '00000000-0000-0000-0000-000000000000';

/** The next piece of what changed for the copy on a terminal; without a cursor, or where too much changed, the copy from its beginning. */
export async function syncCopy(eye: Eye, input: { cursor?: string | undefined; limit: number }): Promise<SyncAnswer> {
  const { viewer } = eye;
  const cursor = input.cursor === undefined ? undefined : readCopyPlace(eye, input.cursor);
  if (cursor && cursor.at < eye.services.now() - 30 * dayMillis) throw new Refusal(20060);
  if (!cursor) return wholePiece(eye, await beginning(eye), input.limit, false);
  // Other fields, other rules about somebody: what the terminal holds is thrown away first.
  if (cursor.shown !== shownWord(eye)) return wholePiece(eye, await beginning(eye), input.limit, true);
  const { full } = cursor;
  if (full !== null && cursor.ranged === rangedWord(viewer)) return wholePiece(eye, { ...cursor, full }, input.limit, false);
  const piece = full === null ? await changedPiece(eye, cursor, input.limit) : undefined;
  return piece ?? wholePiece(eye, await beginning(eye), input.limit, true);
}

async function beginning(eye: Eye): Promise<Whole> {
  const { db, services, viewer } = eye;
  const { rows } = await sql<{ tx: string }>`select pg_snapshot_xmin(pg_current_snapshot())::text as tx`.execute(db);
  const went = { tx: rows[0]!.tx, seq: 0, at: services.now(), cut: await isCut(eye) };
  return { full: nobody, ...went, shown: shownWord(eye), ranged: rangedWord(viewer), range: copyRangeOf(viewer) };
}

/** Whether terminals of a viewer may hold a copy. */
export function keepsCopy({ book, functions }: Viewer): boolean {
  const { offlineMode, directoryOn } = book.config;
  return offlineMode !== 'none' && directoryOn && functions.has('directory.offline');
}

/** SQL query of the ids of those whom a viewer's copy holds: the first so many where there are more. */
export const inCopy = (viewer: Viewer): RawBuilder<{ id: string }> =>
  sql<{
    id: string;
  }>`select id from (select distinct id from (${copied(viewer)}) as c order by id limit ${viewer.book.config.offlineMax}) as copy`;

/** SQL query of the placements by which people belong into the copy. */
function copied(viewer: Viewer, only?: RawBuilder<unknown>): RawBuilder<unknown> {
  const { offlineMode } = viewer.book.config;
  if (!keepsCopy(viewer)) return sql`select null::uuid as id, null::uuid as department_id where false`;
  const own = viewer.person.placements.map(({ path }) => path);
  const hidden = keptOut(viewer, 'tree');
  const shown = hidden ? sql`and e.id not in (${hidden})` : sql``;
  const chosen = only ? sql`and e.id in (${only})` : sql``;
  const inOwn = offlineMode === 'ownDept' ? sql`and p.path = any(${own}::ltree[])` : sql``;
  return sql`select e.id, p.department_id from (${placements(viewer, 'tree', offlineMode === 'ownDept' ? own : undefined)}) as p join employee e on e.id = p.employee_id
    where ${ofStatus(viewer, 'e')} ${shown} ${inOwn} ${chosen}`;
}

async function wholePiece(eye: Eye, at: Whole, limit: number, reset: boolean): Promise<SyncAnswer> {
  const { viewer, db } = eye;
  const { rows } = await sql<{ id: string }>`${inCopy(viewer)} where id > ${at.full}::uuid order by id limit ${limit + 1}`.execute(db);
  const ids = rows.slice(0, limit).map(({ id }) => id);
  const more = rows.length > limit;
  return {
    reset,
    removals: [],
    upserts: await rowsOf(eye, await seenOf(eye, ids), 'list'),
    cursor: writeCopyPlace(eye, { ...at, full: more ? ids.at(-1)! : null }),
    more,
  };
}

/** What changed since; undefined where the whole copy is the shorter answer. */
async function changedPiece(eye: Eye, cursor: CopyPlace, limit: number): Promise<SyncAnswer | undefined> {
  const { viewer, db, services } = eye;
  // Who was left out for want of room is told of by no change.
  if (cursor.cut || (await isCut(eye))) return undefined;
  const now = services.now();
  const otherRange = await rangeChange(eye, cursor);
  if (!otherRange) return undefined;
  const { rows } =
    await sql<FeedRow>`select feed.tx::text as tx, feed.seq, feed.kind, feed.object_id as id, feed.op, feed.fields from directory_change feed
    where (feed.tx, feed.seq) > (${cursor.tx}::xid8, ${cursor.seq}::bigint) and feed.tx < pg_snapshot_xmin(pg_current_snapshot())
    order by feed.tx, feed.seq limit ${limit}`.execute(db);
  const more = rows.length === limit;
  const stretch = { feed: rows, since: cursor.at - slackMillis, crowds: viewer.book.crowds, most: mostChanged + 1 };
  const told = await touched(eye, stretch);
  const changed = told && [...new Set([...told, ...otherRange])];
  if (!changed || changed.length > mostChanged) return undefined;
  const { rows: kept } = await sql<{
    id: string;
  }>`select distinct id from (${copied(viewer, sql`select unnest(${changed}::uuid[])`)}) as c`.execute(db);
  const seen = (
    await seenOf(
      eye,
      kept.map(({ id }) => id),
    )
  ).filter(({ decision }) => decision.tree);
  const here = new Set(seen.map(({ person }) => person.id));
  const last = rows.at(-1);
  const went = { tx: last?.tx ?? cursor.tx, seq: last?.seq ?? cursor.seq, at: more ? cursor.at : now };
  return {
    reset: false,
    removals: changed.filter((id) => !here.has(id)),
    upserts: await rowsOf(eye, seen, 'list'),
    cursor: writeCopyPlace(eye, { ...cursor, ...went, ranged: rangedWord(viewer), range: copyRangeOf(viewer) }),
    more,
  };
}

/**
 * Who came or went, or stands in other departments, because the ranges of the viewer are others than when the copy was made; undefined where
 * that can't be told. Both are asked about people as they are now: whoever changed meanwhile is told of by the feed.
 */
async function rangeChange({ viewer, db }: Eye, { ranged, range }: CopyPlace): Promise<string[] | undefined> {
  if (ranged === rangedWord(viewer)) return [];
  if (!range) return undefined;
  // Who left a crowd that no rule names any more is told of by nobody: it may be gone altogether.
  const known = new Set(viewer.book.crowds);
  if (range.spans.some(({ gives, takes }) => [...gives.crowds, ...takes.crowds].some((id) => !known.has(id)))) return undefined;
  const [before, after] = [copied(viewerThen(viewer, range)), copied(viewer)];
  const { rows } = await sql<{ id: string }>`with had as materialized (${before}), has as materialized (${after})
    select distinct id from ((select * from had except select * from has) union all (select * from has except select * from had)) as other
    limit ${mostChanged + 1}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Whether the copy holds only a part of whom the viewer sees: which part, changes with everybody in it. */
async function isCut({ viewer, db }: Eye): Promise<boolean> {
  const most = viewer.book.config.offlineMax;
  const { rows } = await sql<{
    n: number;
  }>`select count(*) as n from (select distinct id from (${copied(viewer)}) as c limit ${most + 1}) as copy`.execute(db);
  return rows[0]!.n > most;
}
