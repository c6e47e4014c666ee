import { randomBytes } from 'node:crypto';
import type { Database } from '#platform/database/open-database.ts';
import type { Db, Directory } from '../directory.ts';
import { newId } from '../ids.ts';
import type { Sessions, SessionView } from '../services.ts';
import { cookieFits, hashOf } from './session-cookie.ts';
import { sessionsChanged, watchSessions } from './session-news.ts';
import { localWay } from './sign-in-ways.ts';
import './session.table.ts';
import { noteEnds } from './sign-in-log.ts';

interface Cached {
  view: SessionView;
  cookieHash: Buffer | null;
  idleUntil: number;
  endsAt: number;
  seenAt: number;
  /** By the clock that nobody moves. */
  readAt: number;
}

/** What a new session needs. */
export interface SessionDraft {
  uid: string;
  address: string;
  userAgent: string;
  /** Secret of the browser's cookie; null for plain API clients. */
  cookie: string | null;
  /** Code of the sign-in setting that proved the person. */
  way: string;
}

/** Sessions with what sign-in itself needs beside the pipeline. */
export interface SessionStore extends Sessions {
  /** Starts a session; the token is told this once. Times in epoch milliseconds. */
  begin(db: Db, draft: SessionDraft): Promise<{ id: string; token: string; expiresAt: number }>;
  /** Gives a session a new token and a fresh confirmation of the password; undefined when it is over meanwhile. */
  renew(db: Db, sessionId: string): Promise<{ token: string; expiresAt: number } | undefined>;
}

interface SessionDeps {
  database: Database;
  directory: Directory;
  idleMinutes: number;
  wholeHours: number;
  now: () => number;
}

/** A cached session is read anew after this even if nothing was told. */
const trustMillis = 5_000;
const mostCached = 50_000;

/** Opaque tokens of 256 bits, of which only the hash is stored. Ends and changes on one node are true on every other within half a second. */
export function openSessions(deps: SessionDeps): SessionStore {
  let cache = new Map<string, Cached>();
  const { db } = deps.database;
  const idleMillis = deps.idleMinutes * 60_000;
  // Written seldom, but often enough that a short idle life does not end in use.
  const seenMillis = Math.min(60_000, idleMillis / 4);
  const news = watchSessions(db, () => (cache = new Map()));
  const tell = async (tx: Db, uids: readonly string[]): Promise<void> => {
    await sessionsChanged(tx, uids);
    news.expect();
  };

  const look = async (key: Buffer): Promise<Cached | { refused: 65001 | 65003 }> => {
    await news.fresh();
    const name = key.toString('hex');
    const known = cache.get(name);
    if (known && performance.now() - known.readAt < trustMillis) return known;
    // What is read while a change is told goes into the map that was thrown away.
    const mine = cache;
    const entry = await readSession(deps, key);
    if ('refused' in entry) return entry;
    if (mine.size > mostCached) mine.clear();
    mine.set(name, entry);
    return entry;
  };
  const refusalOf = (entry: Pick<Cached, 'endsAt' | 'idleUntil'>, now: number): 65001 | undefined =>
    now > entry.endsAt || now > entry.idleUntil ? 65001 : undefined;

  return {
    find: async (token, cookie) => {
      if (token === undefined || token.length > 200) return { refused: 65001 };
      const key = hashOf(token);
      const entry = await look(key);
      if ('refused' in entry) return entry;
      const now = deps.now();
      if (refusalOf(entry, now) || !cookieFits(entry.cookieHash, cookie)) return { refused: 65001 };
      entry.idleUntil = now + idleMillis;
      if (now - entry.seenAt > seenMillis) {
        entry.seenAt = now;
        await db.updateTable('session').set({ seen_at: now }).where('token_hash', '=', key).execute();
      }
      return entry.view;
    },
    over: async (id) => {
      const row = await db.selectFrom('session').select('token_hash').where('id', '=', id).executeTakeFirst();
      const entry = row ? await readSession(deps, row.token_hash) : { refused: 65001 as const };
      return 'refused' in entry ? entry.refused : refusalOf(entry, deps.now());
    },
    watch: news.watch,
    endAll: async (tx, uids, reason) => {
      if (uids.length === 0) return;
      if ((await endRows(tx, { uids, reason, now: deps.now() })) > 0) await tell(tx, uids);
    },
    begin: async (tx, draft) => {
      const token = newToken();
      const id = newId();
      const values = rowOf(draft, { now: deps.now(), wholeHours: deps.wholeHours });
      await tx
        .insertInto('session')
        .values({ ...values, token_hash: hashOf(token), id })
        .execute();
      return { id, token, expiresAt: values.ends_at };
    },
    renew: async (tx, sessionId) => {
      const token = newToken();
      const row = await tx
        .updateTable('session')
        .set({ token_hash: hashOf(token), confirmed_at: deps.now(), seen_at: deps.now() })
        .where('id', '=', sessionId)
        .where('ended_at', 'is', null)
        .returning(['ends_at', 'uid'])
        .executeTakeFirst();
      if (row) await tell(tx, [row.uid]);
      return row && { token, expiresAt: row.ends_at };
    },
    end: async (tx, uid, ids, reason) => {
      const ended = await endRows(tx, { uids: [uid], ids, reason, now: deps.now() });
      await tell(tx, [uid]);
      return ended;
    },
  };
}

interface Ending {
  uids: readonly string[];
  /** All of theirs unless said. */
  ids?: readonly string[];
  reason: string;
  now: number;
}

/** Ends sessions and notes how; answers how many. */
async function endRows(tx: Db, { uids, ids, reason, now }: Ending): Promise<number> {
  const ended = await tx
    .updateTable('session')
    .set({ ended_at: now, ended_reason: reason })
    .where('uid', 'in', [...uids])
    .$if(ids !== undefined, (query) => query.where('id', 'in', [...(ids ?? [])]))
    .where('ended_at', 'is', null)
    .returning('id')
    .execute();
  await noteEnds(
    tx,
    ended.map(({ id }) => id),
    reason,
  );
  return ended.length;
}

const newToken = (): string => randomBytes(32).toString('base64url');

function rowOf(draft: SessionDraft, { now, wholeHours }: { now: number; wholeHours: number }) {
  return {
    uid: draft.uid,
    cookie_hash: draft.cookie === null ? null : hashOf(draft.cookie),
    created_at: now,
    seen_at: now,
    ends_at: now + wholeHours * 3_600_000,
    confirmed_at: now,
    address: draft.address,
    user_agent: draft.userAgent.slice(0, 400),
    ended_at: null,
    ended_reason: null,
    way: draft.way,
  };
}

async function readSession(deps: SessionDeps, key: Buffer): Promise<Cached | { refused: 65001 | 65003 }> {
  const { db } = deps.database;
  const readAt = performance.now();
  const row = await db
    .selectFrom('session')
    .leftJoin('credential', 'credential.uid', 'session.uid')
    .selectAll('session')
    .select('credential.must_change')
    .where('token_hash', '=', key)
    .executeTakeFirst();
  if (!row) return { refused: 65001 };
  if (row.ended_at !== null) return { refused: row.ended_reason === 'logout' ? 65001 : 65003 };
  const person = await deps.directory.byUid(db, row.uid);
  if (!person?.mayEnter) return { refused: 65003 };
  return {
    view: {
      id: row.id,
      uid: row.uid,
      account: person.account,
      name: person.name,
      confirmedAt: row.confirmed_at,
      // A one-time password of this product is no matter of who came in by another way.
      mustChangePassword: row.way === localWay && (row.must_change ?? false),
    },
    cookieHash: row.cookie_hash,
    idleUntil: row.seen_at + deps.idleMinutes * 60_000,
    endsAt: row.ends_at,
    seenAt: row.seen_at,
    readAt,
  };
}
