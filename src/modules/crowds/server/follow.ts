import { sql } from 'kysely';
import type { Tx } from '#kit/server/directory.ts';
import type { Services } from '#kit/server/services.ts';
import { clausesOf } from '../common/crowd-conditions.ts';
import { rootDepartmentId } from '#modules/people/common/root.ts';
import { computeCrowd, type Computation, type CrowdData } from './compute.ts';
import { crowdFieldOf, CrowdFieldGone } from './crowd.extras.ts';
import { inCrowds } from './crowd.kind.ts';
import { signedIn } from './crowd-fields.ts';
import { quietCrowds } from './unchanged-crowds.ts';
import { newSignIns, passSignIns } from './sign-ins.ts';

/** One node follows the feed at a time. */
const followLock = 7_361_204_431;
const mostRows = 20_000;
/** Above so many changed people a crowd is compared as a whole. */
const mostOneByOne = 1_000;
const eventMillis = 180 * 86_400_000;
const feedMillis = 30 * 86_400_000;
/** One that could not be computed is tried again. */
const retryMillis = 600_000;

/** Fields that turn who is in a crowd whatever its rule. */
const always = ['status', 'enabled', 'assignments'];

/** What a stretch of the feed changed. */
interface Changes {
  /** Fields by person; undefined for somebody who came, went or came back: all of them. */
  people: Map<string, Set<string> | undefined>;
  /** A department moved: who is below it is somewhere else. */
  departments: boolean;
}

/**
 * Brings crowds up to date with what changed since the last call, on whichever node comes first: people by the change feed, rules that were
 * written, days that passed. Each crowd in a transaction of its own, and the place in the feed last: after a crash a stretch is looked at
 * again, which changes nothing.
 */
async function followDirectory(services: Services): Promise<boolean> {
  const client = await services.database.pool.connect();
  try {
    const { rows } = await client.query<{ got: boolean }>('select pg_try_advisory_lock($1) as got', [followLock]);
    if (!rows[0]?.got) return false;
    try {
      return await followOnce(services);
    } finally {
      await client.query('select pg_advisory_unlock($1)', [followLock]);
    }
  } finally {
    client.release();
  }
}

/** Answers whether there was anything to do. */
async function followOnce(services: Services): Promise<boolean> {
  const { db } = services.database;
  const stretch = await readFeed(services);
  const signIns = await newSignIns(services);
  for (const { uid } of signIns) note(stretch.changes.people, uid, [signedIn]);
  // Mostly nothing happened: then no rule is read.
  if (stretch.rows + signIns.length === 0 && !(await anyDue(services))) return false;
  const crowds = await inOrder(services);
  const turned = new Map<string, Set<string>>();
  // Sign-ins are read with the next second: they are never more than there are people.
  let did = stretch.rows > 0;
  const quiet = await quietOnes(services, crowds, stretch.changes);
  for (const crowd of crowds) {
    const how = dueOf(crowd, stretch.changes, { turned, now: services.now() });
    if (!how) continue;
    did = true;
    if (how.only && quiet.has(crowd.row.id)) continue;
    const done = await computed(services, crowd.row, how);
    // Whom others name by this crowd is looked at again with it.
    if (done && !done.held && done.joiners + done.leavers > 0) turned.set(crowd.row.id, new Set(how.only ? done.turned : []));
  }
  if (stretch.last) await sql`update crowd_cursor set tx = ${stretch.last.tx}::xid8, seq = ${stretch.last.seq}`.execute(db);
  await passSignIns(services, signIns);
  return did;
}

/** Crowds that are looked at for single people who turn out not to join or leave; those that name others wait for what becomes of these. */
async function quietOnes(services: Services, crowds: readonly Followed[], changes: Changes): Promise<Set<string>> {
  const alone = { turned: new Map<string, Set<string>>(), now: services.now() };
  const asked = crowds.flatMap((crowd) => {
    const only = crowd.state === 'on' && crowd.names.length === 0 ? dueOf(crowd, changes, alone)?.only : undefined;
    return only ? [{ row: crowd.row, only }] : [];
  });
  return asked.length > 1 ? quietCrowds(services, asked) : new Set();
}

/** Whether a rule was written or a day has come. */
async function anyDue({ database, now }: Pick<Services, 'database' | 'now'>): Promise<boolean> {
  const { rows } = await sql`select from crowd_standing standing join crowd on crowd.id = standing.crowd_id
    where not crowd.paused and (standing.state = 'computing' or (standing.state <> 'held' and standing.next_flip_at <= ${now()})) limit 1`.execute(
    database.db,
  );
  return rows.length > 0;
}

/** A crowd that can't be computed stands in error with the reason, and holds up no other. */
async function computed(services: Services, row: CrowdData, how: Computation) {
  const { db } = services.database;
  try {
    return await db.transaction().execute(async (tx: Tx) => {
      // The place in the feed is kept after all of them, and with it everything before it reaches the disk; without it this is done again.
      await sql`set local synchronous_commit = off`.execute(tx);
      return computeCrowd(tx, services, row, how);
    });
  } catch (error) {
    services.log.error({ err: error }, 'A crowd could not be computed');
    const problem = error instanceof CrowdFieldGone ? 'field' : (error as { code?: unknown }).code === '57014' ? 'slow' : 'failed';
    const again = services.now() + retryMillis;
    await sql`update crowd_standing set state = 'error', problem = ${problem}, next_flip_at = ${again} where crowd_id = ${row.id}`.execute(
      db,
    );
    return undefined;
  }
}

interface Stretch {
  rows: number;
  changes: Changes;
  last: { tx: string; seq: number } | undefined;
}

/** Rows of the feed that are there for good: of transactions older than the oldest that still runs. */
async function readFeed({ database: { db } }: Services): Promise<Stretch> {
  // Asked with the place itself: joined with it, the database would read the whole feed to find that nothing came.
  const [here] = (await sql<{ tx: string; seq: string }>`select tx::text as tx, seq::text as seq from crowd_cursor`.execute(db)).rows;
  const { rows } = await sql<{
    tx: string;
    seq: number;
    kind: string;
    object_id: string;
    op: string;
    fields: string[];
  }>`select feed.tx::text as tx, feed.seq, feed.kind, feed.object_id, feed.op, feed.fields from directory_change feed
    where (feed.tx, feed.seq) > (${here?.tx ?? '0'}::xid8, ${here?.seq ?? '0'}::bigint) and feed.tx < pg_snapshot_xmin(pg_current_snapshot())
    order by feed.tx, feed.seq limit ${mostRows}`.execute(db);
  const changes: Changes = { people: new Map(), departments: false };
  for (const { kind, object_id: id, op, fields } of rows) {
    if (kind === 'department') {
      // A new one holds nobody yet, and who leaves one that is deleted is told of one by one.
      if (op !== 'create' && fields.includes('parentId')) changes.departments = true;
    } else if (kind === 'employee') note(changes.people, id, op === 'change' ? fields : undefined);
  }
  return { rows: rows.length, changes, last: rows.at(-1) };
}

function note(people: Changes['people'], id: string, fields: readonly string[] | undefined): void {
  const known = people.get(id);
  if (fields === undefined || (people.has(id) && known === undefined)) people.set(id, undefined);
  else people.set(id, new Set([...(known ?? []), ...fields]));
}

interface Followed {
  row: CrowdData;
  state: string;
  flipAt: number | null;
  /** Fields that turn it; fields of anybody that do; crowds that it names. */
  fields: ReadonlySet<string>;
  ofOthers: ReadonlySet<string>;
  names: readonly string[];
  byDepartment: boolean;
}

/** Every crowd that follows its rule, those that others name first. */
async function inOrder({ database }: Pick<Services, 'database'>): Promise<Followed[]> {
  const { rows } = await sql<
    CrowdData & { state: string; next_flip_at: number | null }
  >`select crowd.*, standing.state, standing.next_flip_at
    from crowd join crowd_standing standing on standing.crowd_id = crowd.id where not crowd.paused order by crowd.id`.execute(database.db);
  const all = new Map(rows.map((row) => [row.id, followedOf(row)]));
  const done = new Set<string>();
  const ordered: Followed[] = [];
  const visit = (one: Followed): void => {
    if (done.has(one.row.id)) return;
    done.add(one.row.id);
    for (const id of one.names) if (all.has(id)) visit(all.get(id)!);
    ordered.push(one);
  };
  for (const one of all.values()) visit(one);
  return ordered;
}

function followedOf(row: CrowdData & { state: string; next_flip_at: number | null }): Followed {
  const asked = row.conditions ? clausesOf(row.conditions).flatMap(({ clause }) => crowdFieldOf(clause.field) ?? []) : [];
  return {
    row,
    state: row.state,
    flipAt: row.next_flip_at,
    fields: new Set([...always, ...asked.filter(({ ofOthers }) => !ofOthers).flatMap(({ turnedBy }) => turnedBy)]),
    ofOthers: new Set(asked.filter(({ ofOthers }) => ofOthers).flatMap(({ turnedBy }) => turnedBy)),
    names: inCrowds(row.conditions),
    // Everybody is below the top, wherever departments move.
    byDepartment: row.owner_dept_id !== rootDepartmentId || asked.some(({ type }) => type === 'department' || type === 'unit'),
  };
}

interface Passed {
  turned: ReadonlyMap<string, ReadonlySet<string>>;
  now: number;
}

/** Whether and how a crowd must be computed; the narrowest way that is right. */
function dueOf(crowd: Followed, changes: Changes, { turned, now }: Passed): Computation | undefined {
  // Its rule was written; who wrote it has seen what it does.
  if (crowd.state === 'computing') return { cause: 'rule', confirmed: true };
  // A held one waits for somebody, whatever day it is.
  if (crowd.state === 'held') return undefined;
  if (crowd.flipAt !== null && crowd.flipAt <= now) return { cause: 'time' };
  if (changes.departments && crowd.byDepartment) return { cause: 'change' };
  const people = new Set<string>();
  for (const [id, fields] of changes.people) {
    // Who reports to whom turns people who did not change themselves.
    if (touches(crowd.ofOthers, fields)) return { cause: 'change' };
    if (touches(crowd.fields, fields)) people.add(id);
  }
  for (const id of crowd.names) {
    const others = turned.get(id);
    if (!others) continue;
    // Compared as a whole there, and so here.
    if (others.size === 0) return { cause: 'change' };
    for (const one of others) people.add(one);
  }
  if (people.size === 0) return undefined;
  return people.size > mostOneByOne ? { cause: 'change' } : { cause: 'change', only: [...people] };
}

/** Whether changed fields (undefined: all) are among those that matter. */
const touches = (wanted: ReadonlySet<string>, fields: ReadonlySet<string> | undefined): boolean =>
  wanted.size > 0 && (fields === undefined || [...fields].some((field) => wanted.has(field)));

/** Forgets joiners and leavers after 180 days, and what was read of the feed after 30. */
async function forgetCrowdEvents({ database, now }: Pick<Services, 'database' | 'now'>): Promise<void> {
  await sql`delete from crowd_event where at < ${now() - eventMillis}`.execute(database.db);
  await sql`delete from directory_change using crowd_cursor here
    where directory_change.at < ${now() - feedMillis} and (directory_change.tx, directory_change.seq) <= (here.tx, here.seq)`.execute(
    database.db,
  );
}

const roundMillis = 1_000;
const forgetMillis = 3_600_000;

/** Follows the directory until it is stopped: a changed person is right in every crowd after a second or two. */
export function followWork(services: Services): { stop(): Promise<void> } {
  let running: Promise<void> | undefined;
  let forgotten = 0;
  const round = async (): Promise<void> => {
    // What is more than one stretch is taken at once.
    while (!stopped && (await followDirectory(services)));
    if (services.now() - forgotten < forgetMillis) return;
    forgotten = services.now();
    await forgetCrowdEvents(services);
  };
  let stopped = false;
  const timer = setInterval(() => {
    running ??= round()
      .catch((error: unknown) => services.log.error({ err: error }, 'Crowds could not follow the directory'))
      .finally(() => (running = undefined));
  }, roundMillis);
  timer.unref();
  return {
    stop: async () => {
      stopped = true;
      clearInterval(timer);
      await running;
    },
  };
}
