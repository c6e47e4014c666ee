import { createHash } from 'node:crypto';
import { sql, type RawBuilder } from 'kysely';
import { z } from 'zod';
import { Refusal } from '#kit/server/refusal.ts';
import type { SyncAnswer } from '../../common/terminal.contract.ts';
import type { Book, Members } from '../rule/book.ts';
import type { Viewer } from '../rule/compile.ts';
import { keptOut, ofStatus, placements } from '../rule/visible.ts';
import type { Eye } from './eye.ts';
import { rowsOf, seenOf } from './rows.ts';

const dayMillis = 86_400_000;
/** A difference larger than this is not worth sending one by one. */
const mostChanged = 5_000;
/** Events of crowds carry the time before their commit. */
const slackMillis = 60_000;

const place = z.object({
  /** Where the whole copy has come to; null once it is complete. */
  full: z.string().nullable(),
  /** How far the feed of changes was read. */
  tx: z.string().regex(/^\d{1,20}$/),
  seq: z.int().min(0),
  at: z.int(),
  /** What decided when the copy was made. */
  rules: z.string().max(64),
});
type Place = z.output<typeof place>;
const nobody = '00000000-0000-0000-0000-000000000000';

/** The next piece of what changed for the copy on a terminal; without a cursor, or where too much changed, the copy from its beginning. */
export async function syncCopy(eye: Eye, input: { cursor?: string | undefined; limit: number }): Promise<SyncAnswer> {
  const rules = wordOf(eye.viewer);
  const now = eye.services.now();
  const cursor = input.cursor === undefined ? undefined : readCursor(input.cursor);
  if (cursor && cursor.at < now - 30 * dayMillis) throw new Refusal(20060);
  if (!cursor) return wholePiece(eye, await beginning(eye, rules), input.limit, false);
  // Other rules, another place of the viewer or another copy altogether: what the terminal holds is thrown away first.
  if (cursor.rules !== rules) return wholePiece(eye, await beginning(eye, rules), input.limit, true);
  if (cursor.full !== null) return wholePiece(eye, { ...cursor, full: cursor.full }, input.limit, false);
  return (await changedPiece(eye, cursor, input.limit)) ?? wholePiece(eye, await beginning(eye, rules), input.limit, true);
}

function readCursor(text: string): Place {
  try {
    return place.parse(JSON.parse(Buffer.from(text, 'base64url').toString()));
  } catch {
    throw new Refusal(20060);
  }
}

const written = (at: Place): string => Buffer.from(JSON.stringify(at)).toString('base64url');

async function beginning({ db, services }: Eye, rules: string): Promise<Place & { full: string }> {
  const { rows } = await sql<{ tx: string }>`select pg_snapshot_xmin(pg_current_snapshot())::text as tx`.execute(db);
  return { full: nobody, tx: rows[0]!.tx, seq: 0, at: services.now(), rules };
}

/** SQL query of the ids that belong into the copy. */
function copied(viewer: Viewer, only?: RawBuilder<unknown>): RawBuilder<unknown> {
  const { offlineMode, directoryOn } = viewer.book.config;
  if (offlineMode === 'none' || !directoryOn || !viewer.functions.has('directory.offline')) return sql`select null::uuid as id where false`;
  const own = viewer.person.placements.map(({ path }) => path);
  const hidden = keptOut(viewer, 'tree');
  const shown = hidden ? sql`and e.id not in (${hidden})` : sql``;
  const chosen = only ? sql`and e.id in (${only})` : sql``;
  const inOwn = offlineMode === 'ownDept' ? sql`and p.path = any(${own}::ltree[])` : sql``;
  return sql`select distinct e.id from (${placements(viewer, 'tree', offlineMode === 'ownDept' ? own : undefined)}) as p join employee e on e.id = p.employee_id
    where ${ofStatus(viewer, 'e')} ${shown} ${inOwn} ${chosen}`;
}

async function wholePiece(eye: Eye, at: Place & { full: string }, limit: number, reset: boolean): Promise<SyncAnswer> {
  const { viewer, db } = eye;
  const most = viewer.book.config.offlineMax;
  // The first so many by id are the copy where there are more.
  const { rows } = await sql<{ id: string }>`select id from (select id from (${copied(viewer)}) as c order by id limit ${most}) as copy
    where id > ${at.full}::uuid order by id limit ${limit + 1}`.execute(db);
  const ids = rows.slice(0, limit).map(({ id }) => id);
  const more = rows.length > limit;
  return {
    reset,
    removals: [],
    upserts: await rowsOf(eye, await seenOf(eye, ids), 'list'),
    cursor: written({ ...at, full: more ? ids.at(-1)! : null }),
    more,
  };
}

interface FeedRow {
  tx: string;
  seq: number;
  kind: string;
  id: string;
  op: string;
  fields: string[];
}

/** What changed since; undefined where the whole copy is the shorter answer. */
async function changedPiece(eye: Eye, cursor: Place, limit: number): Promise<SyncAnswer | undefined> {
  const { viewer, db, services } = eye;
  if (await isCut(eye)) return undefined;
  const now = services.now();
  const { rows } =
    await sql<FeedRow>`select feed.tx::text as tx, feed.seq, feed.kind, feed.object_id as id, feed.op, feed.fields from directory_change feed
    where (feed.tx, feed.seq) > (${cursor.tx}::xid8, ${cursor.seq}::bigint) and feed.tx < pg_snapshot_xmin(pg_current_snapshot())
    order by feed.tx, feed.seq limit ${limit}`.execute(db);
  const more = rows.length === limit;
  const changed = await touched(eye, rows, cursor.at - slackMillis);
  if (changed.length > mostChanged) return undefined;
  const { rows: kept } = await sql<{ id: string }>`${copied(viewer, sql`select unnest(${changed}::uuid[])`)}`.execute(db);
  const seen = (
    await seenOf(
      eye,
      kept.map(({ id }) => id),
    )
  ).filter(({ decision }) => decision.tree);
  const here = new Set(seen.map(({ person }) => person.id));
  const last = rows.at(-1);
  return {
    reset: false,
    removals: changed.filter((id) => !here.has(id)),
    upserts: await rowsOf(eye, seen, 'list'),
    cursor: written({ ...cursor, tx: last?.tx ?? cursor.tx, seq: last?.seq ?? cursor.seq, at: more ? cursor.at : now }),
    more,
  };
}

/** Whether the copy holds only a part of whom the viewer sees: which part, changes with everybody in it. */
async function isCut({ viewer, db }: Eye): Promise<boolean> {
  const most = viewer.book.config.offlineMax;
  const { rows } = await sql<{
    n: number;
  }>`select count(*) as n from (select from (${copied(viewer)}) as c limit ${most + 1}) as copy`.execute(db);
  return rows[0]!.n > most;
}

/** Everybody about whom a stretch of the feed may say something else. */
async function touched({ db, viewer }: Eye, feed: readonly FeedRow[], since: number): Promise<string[]> {
  const people = feed.filter(({ kind }) => kind === 'employee');
  const led = people.filter(({ op, fields }) => op !== 'change' || fields.includes('managerId')).map(({ id }) => id);
  const departments = feed
    .filter(
      ({ kind, fields, op }) =>
        kind === 'department' && (op === 'move' || fields.some((name) => name === 'parentId' || name === 'name' || name === 'kind')),
    )
    .map(({ id }) => id);
  const crowds = viewer.book.crowds;
  const { rows } = await sql<{ id: string }>`select unnest(${people.map(({ id }) => id)}::uuid[]) as id
    union (with recursive below as (select e.id from employee e where e.manager_id = any(${led}::uuid[])
      union select e.id from below join employee e on e.manager_id = below.id) select id from below)
    union (select ed.employee_id from department top join department d on d.path <@ top.path join employee_department ed on ed.department_id = d.id
      where top.id = any(${departments}::uuid[]))
    union (select ev.employee_id from crowd_event ev where ev.crowd_id = any(${crowds}::uuid[]) and ev.at > ${since})
    limit ${mostChanged + 1}`.execute(db);
  return rows.map(({ id }) => id);
}

const words = new WeakMap<Book, string>();

/** A word for everything but people that decides what this viewer's copy holds. */
function wordOf(viewer: Viewer): string {
  const { book, person, parts, white, specials, functions } = viewer;
  const rules = words.get(book) ?? digest([book.fields, book.config]);
  words.set(book, rules);
  return digest([
    rules,
    parts,
    [...functions],
    white ?? null,
    specials.map(({ rule, exception, within }) => [
      rule.id,
      rule.mode,
      rule.fields,
      rule.proxyId,
      plain(rule.belongs),
      book.paths.size > 0,
      exception,
      within,
    ]),
    specials.flatMap(({ rule }) => [...rule.belongs.departments.keys()].map((id) => book.paths.get(id) ?? '')),
    person.placements,
    person.managers,
  ]);
}

const plain = ({ employees, departments, crowds }: Members): string[] =>
  [...employees.keys(), ...departments.keys(), ...crowds.keys()].toSorted();
const digest = (value: unknown): string => createHash('sha256').update(JSON.stringify(value)).digest('base64url').slice(0, 24);
