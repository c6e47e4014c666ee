import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Bus } from '#platform/bus/bus.ts';
import type { Database } from '#platform/database/open-database.ts';
import type { Db, Directory } from '../directory.ts';
import { newId } from '../ids.ts';
import type { Sessions, SessionView } from '../services.ts';
import './session.table.ts';

/** SHA-256 of a token; only this is stored. */
export const hashOf = (text: string): Buffer => createHash('sha256').update(text).digest();

interface Cached {
  view: SessionView;
  cookieHash: Buffer | null;
  idleUntil: number;
  endsAt: number;
  readAt: number;
  seenAt: number;
}

/** What a new session needs. */
export interface SessionDraft {
  uid: string;
  address: string;
  userAgent: string;
  /** Secret of the browser's cookie; null for plain API clients. */
  cookie: string | null;
}

/** Sessions with what sign-in itself needs beside the pipeline. */
export interface SessionStore extends Sessions {
  /** Starts a session; the token is told this once. Times in epoch milliseconds. */
  begin(db: Db, draft: SessionDraft): Promise<{ id: string; token: string; expiresAt: number }>;
  /** Gives a session a new token and a fresh confirmation of the password. */
  renew(db: Db, sessionId: string): Promise<string>;
  /** Ends sessions of one person by id; answers how many. */
  end(db: Db, uid: string, ids: readonly string[], reason: string): Promise<number>;
}

interface SessionDeps {
  database: Database;
  bus: Bus;
  directory: Directory;
  idleMinutes: number;
  wholeHours: number;
  now: () => number;
}

const channel = 'session';
/** A cached session is read anew after this even if no news came, so that a lost notice costs seconds at most. */
const trustMillis = 5_000;
const seenMillis = 60_000;

/** Opaque tokens of 256 bits. Ends on one node are true on every node as soon as the bus tells them, and after five seconds in any case. */
export function openSessions(deps: SessionDeps): SessionStore {
  const cache = new Map<string, Cached>();
  const { db } = deps.database;
  deps.bus.subscribe(channel, (uid) => {
    for (const [key, entry] of cache) if (entry.view.uid === uid) cache.delete(key);
  });
  deps.bus.onGap(() => cache.clear());

  const tell = (tx: Db, uids: readonly string[]) => tellChanged(tx, deps, cache, uids);
  return {
    find: async (token, cookie) => {
      if (token === undefined || token.length > 200) return { refused: 65001 };
      const key = hashOf(token);
      const known = cache.get(key.toString('hex'));
      const now = deps.now();
      const entry = known && now - known.readAt < trustMillis ? known : await readSession(deps, key);
      if ('refused' in entry) return entry;
      if (now > entry.endsAt || now > entry.idleUntil || !cookieFits(entry.cookieHash, cookie)) return { refused: 65001 };
      entry.idleUntil = now + deps.idleMinutes * 60_000;
      if (now - entry.seenAt > seenMillis) {
        entry.seenAt = now;
        await db.updateTable('session').set({ seen_at: now }).where('token_hash', '=', key).execute();
      }
      cache.set(key.toString('hex'), entry);
      if (cache.size > 50_000) cache.clear();
      return entry.view;
    },
    endAll: async (tx, uids, reason) => {
      if (uids.length === 0) return;
      await tx
        .updateTable('session')
        .set({ ended_at: deps.now(), ended_reason: reason })
        .where('uid', 'in', [...uids])
        .where('ended_at', 'is', null)
        .execute();
      await tell(tx, uids);
    },
    begin: async (tx, draft) => {
      const token = randomBytes(32).toString('base64url');
      const now = deps.now();
      const expiresAt = now + deps.wholeHours * 3_600_000;
      const id = newId();
      await tx
        .insertInto('session')
        .values({
          token_hash: hashOf(token),
          id,
          uid: draft.uid,
          cookie_hash: draft.cookie === null ? null : hashOf(draft.cookie),
          created_at: now,
          seen_at: now,
          ends_at: expiresAt,
          confirmed_at: now,
          address: draft.address,
          user_agent: draft.userAgent.slice(0, 400),
          ended_at: null,
          ended_reason: null,
        })
        .execute();
      return { id, token, expiresAt };
    },
    renew: async (tx, sessionId) => {
      const token = randomBytes(32).toString('base64url');
      const row = await tx
        .updateTable('session')
        .set({ token_hash: hashOf(token), confirmed_at: deps.now() })
        .where('id', '=', sessionId)
        .returning('uid')
        .executeTakeFirstOrThrow();
      await tell(tx, [row.uid]);
      return token;
    },
    end: async (tx, uid, ids, reason) => {
      const done = await tx
        .updateTable('session')
        .set({ ended_at: deps.now(), ended_reason: reason })
        .where('uid', '=', uid)
        .where('id', 'in', [...ids])
        .where('ended_at', 'is', null)
        .executeTakeFirst();
      await tell(tx, [uid]);
      return Number(done.numUpdatedRows);
    },
  };
}

/** Drops these people's sessions from the caches: after the commit elsewhere, at once here. */
async function tellChanged(tx: Db, deps: SessionDeps, cache: Map<string, Cached>, uids: readonly string[]): Promise<void> {
  for (const [key, entry] of cache) if (uids.includes(entry.view.uid)) cache.delete(key);
  // A notice inside a transaction would be read before its commit; a moment later is soon enough, and caches trust nothing for long.
  const publish = (): void => void Promise.all(uids.map((uid) => deps.bus.publish(channel, uid))).catch(() => undefined);
  if (tx.isTransaction) setTimeout(publish, 50).unref();
  else publish();
}

async function readSession(deps: SessionDeps, key: Buffer): Promise<Cached | { refused: 65001 | 65003 }> {
  const { db } = deps.database;
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
      mustChangePassword: row.must_change ?? false,
    },
    cookieHash: row.cookie_hash,
    idleUntil: row.seen_at + deps.idleMinutes * 60_000,
    endsAt: row.ends_at,
    readAt: deps.now(),
    seenAt: row.seen_at,
  };
}

/** A browser's token works only beside its cookie, so that a token read from storage is useless elsewhere. */
function cookieFits(expected: Buffer | null, header: string | undefined): boolean {
  if (expected === null) return true;
  const value = /(?:^|;\s*)(?:__Host-)?wh=([\w-]+)/.exec(header ?? '')?.[1];
  return value !== undefined && timingSafeEqual(hashOf(value), expected);
}
