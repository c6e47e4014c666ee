import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from '#platform/database/open-database.ts';
import type { Db, Directory } from '../directory.ts';
import { newId } from '../ids.ts';
import { findApiToken, tokenMark } from './api-token.ts';
import type { Sessions, SessionView } from '../services.ts';
import { cookieFits, hashOf } from './session-cookie.ts';
import { sessionsChanged, watchSessions } from './session-changes.ts';
import { localWay } from './sign-in-ways.ts';
import type { FactorDue } from './session.table.ts';
import { noteEnds } from './sign-in-log.ts';
import type { SignInPolicy } from '#kit/common/session/sign-in-policy.ts';
import { code } from '#kit/common/codes.ts';
import { Refusal } from '../refusal.ts';
import { isTooOld } from './credentials.ts';
import type { SignInPolicies } from './sign-in-policy.ts';

interface Cached {
  view: SessionView;
  cookieHash: Buffer | null;
  /** The last call. */
  usedAt: number;
  createdAt: number;
  endsAt: number;
  /** The last call that was written down. */
  seenAt: number;
  /** By the clock that nobody moves. */
  readAt: number;
}

/** Facts of a new session. */
export interface SessionDraft {
  uid: string;
  address: string;
  userAgent: string;
  /** Secret of the browser's cookie; null for plain API clients. */
  cookie: string | null;
  /** Code of the sign-in setting that proved the person. */
  way: string;
  /** The second factor that was given, or what is still to be done about one. */
  factor: string;
  factorDue: FactorDue | null;
}

/** Sessions with what sign-in itself needs beside the pipeline. */
export interface SessionStore extends Sessions {
  /** Starts a session; the token is told this once. Times in epoch milliseconds. */
  begin(db: Db, draft: SessionDraft): Promise<{ id: string; token: string; expiresAt: number }>;
  /** Gives a session a new token and a fresh confirmation, and with `factor` its whole life; undefined when it is over meanwhile. */
  renew(db: Db, sessionId: string, factor?: string): Promise<{ token: string; expiresAt: number } | undefined>;
}

interface SessionDeps {
  database: Database;
  directory: Directory;
  policy: SignInPolicies;
  now: () => number;
  /** Ends what else people have open when their sessions here end; answers how many. */
  elsewhere?: (tx: Db, uids: readonly string[], reason: string) => Promise<number>;
}

/** A cached session is read again after this even if nothing was told. */
const trustMillis = 5_000;
const mostCached = 50_000;
/** How long somebody may take over the second factor. */
const factorMillis = 10 * 60_000;

/** Opaque tokens of 256 bits, of which only the hash is stored. Ends and changes on one node are true on every other within half a second. */
export function openSessions(deps: SessionDeps): SessionStore {
  let cache = new Map<string, Cached>();
  const { db } = deps.database;
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
  const refusalOf = async (entry: Lives, now: number): Promise<65001 | undefined> => expired((await deps.policy.now()).session, entry, now);

  return {
    find: async (token, cookie, address) => {
      if (token === undefined || token.length > 200) return { refused: 65001 };
      if (token.startsWith(tokenMark)) return findApiToken({ db, directory: deps.directory, now: deps.now }, token, address);
      const key = hashOf(token);
      const entry = await look(key);
      if ('refused' in entry) return entry;
      const now = deps.now();
      if ((await refusalOf(entry, now)) || !cookieFits(entry.cookieHash, cookie)) return { refused: 65001 };
      entry.usedAt = now;
      // Written seldom, but often enough that a short idle life does not end in use.
      const { idleMinutes } = (await deps.policy.now()).session;
      if (now - entry.seenAt > Math.min(60_000, idleMinutes * 15_000)) {
        entry.seenAt = now;
        await db.updateTable('session').set({ seen_at: now }).where('token_hash', '=', key).execute();
      }
      return entry.view;
    },
    over: async (id) => {
      const row = await db.selectFrom('session').select('token_hash').where('id', '=', id).executeTakeFirst();
      const entry = row ? await readSession(deps, row.token_hash) : { refused: 65001 as const };
      return 'refused' in entry ? entry.refused : await refusalOf(entry, deps.now());
    },
    watch: news.watch,
    endAll: async (tx, uids, reason) => {
      if (uids.length === 0) return;
      const ended = await endRows(tx, { uids, reason, now: deps.now() });
      const others = (await deps.elsewhere?.(tx, uids, reason)) ?? 0;
      if (ended + others > 0) await tell(tx, uids);
    },
    begin: async (tx, draft) => {
      const token = newToken();
      const id = newId();
      const policy = await deps.policy.now();
      if (!draft.factorDue && (await makeRoom(tx, policy, draft.uid, deps.now())) > 0) await tell(tx, [draft.uid]);
      const values = rowOf(draft, { now: deps.now(), wholeHours: policy.session.wholeHours });
      await tx
        .insertInto('session')
        .values({ ...values, token_hash: hashOf(token), id })
        .execute();
      return { id, token, expiresAt: values.ends_at };
    },
    renew: async (tx, sessionId, factor) => {
      const token = newToken();
      const policy = await deps.policy.now();
      const wholeMillis = policy.session.wholeHours * 3_600_000;
      const waiting = await waitingForFactor(tx, sessionId);
      if (waiting) await makeRoom(tx, policy, waiting.uid, deps.now());
      const row = await tx
        .updateTable('session')
        .set({ token_hash: hashOf(token), confirmed_at: deps.now(), seen_at: deps.now() })
        .$if(factor !== undefined, (query) =>
          query.set({ factor: factor!, factor_due: null, ends_at: (row) => row('created_at', '+', wholeMillis) }),
        )
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

type Lives = Pick<Cached, 'endsAt' | 'usedAt' | 'createdAt'>;

/** Whether a session is over by its own time, under the lives of now. */
function expired({ wholeHours, idleMinutes }: SignInPolicy['session'], entry: Lives, now: number): 65001 | undefined {
  const endsAt = Math.min(entry.endsAt, entry.createdAt + wholeHours * 3_600_000, entry.usedAt + idleMinutes * 60_000);
  return now > endsAt ? 65001 : undefined;
}

/** One session more than somebody may have ends the oldest, or is refused; answers how many ended. */
async function makeRoom(tx: Db, { session }: SignInPolicy, uid: string, now: number): Promise<number> {
  // One sign-in of somebody at a time, so that two at once don't both find room.
  await sql`select pg_advisory_xact_lock(hashtextextended(${uid}, 7))`.execute(tx);
  const open = await tx
    .selectFrom('session')
    .select('id')
    .where('uid', '=', uid)
    .where('ended_at', 'is', null)
    // One that waits for its second factor is no sign-in yet.
    .where('factor_due', 'is', null)
    .where('view_as', 'is', null)
    .where('ends_at', '>', now)
    .where('seen_at', '>', now - session.idleMinutes * 60_000)
    .orderBy('created_at')
    .execute();
  const tooMany = open.length - session.perPerson + 1;
  if (tooMany <= 0) return 0;
  if (!session.oldestOut) throw new Refusal(code.sessionLimit, { count: session.perPerson });
  return endRows(tx, { uids: [uid], ids: open.slice(0, tooMany).map(({ id }) => id), reason: 'otherSignIn', now });
}

const newToken = (): string => randomBytes(32).toString('base64url');

function rowOf(draft: SessionDraft, { now, wholeHours }: { now: number; wholeHours: number }) {
  return {
    uid: draft.uid,
    cookie_hash: draft.cookie === null ? null : hashOf(draft.cookie),
    created_at: now,
    seen_at: now,
    ends_at: now + (draft.factorDue ? factorMillis : wholeHours * 3_600_000),
    confirmed_at: now,
    address: draft.address,
    user_agent: draft.userAgent.slice(0, 400),
    ended_at: null,
    ended_reason: null,
    way: draft.way,
    factor: draft.factor,
    factor_due: draft.factorDue,
    view_as: null,
  };
}

async function readSession(deps: SessionDeps, key: Buffer): Promise<Cached | { refused: 65001 | 65003 }> {
  const { db } = deps.database;
  const readAt = performance.now();
  const row = await db
    .selectFrom('session')
    .leftJoin('credential', 'credential.uid', 'session.uid')
    .selectAll('session')
    .select(['credential.must_change', 'credential.changed_at'])
    .where('token_hash', '=', key)
    .executeTakeFirst();
  if (!row) return { refused: 65001 };
  if (row.ended_at !== null) return { refused: row.ended_reason === 'logout' ? 65001 : 65003 };
  const person = await deps.directory.byUid(db, row.uid);
  if (!person?.mayEnter) return { refused: 65003 };
  const viewed = row.view_as === null ? undefined : await deps.directory.byUid(db, row.view_as);
  if (row.view_as !== null && !viewed) return { refused: 65003 };
  const mustChange = (row.must_change ?? false) || isTooOld(await deps.policy.now(), row.changed_at ?? deps.now(), deps.now());
  return {
    view: {
      id: row.id,
      uid: row.uid,
      account: person.account,
      name: person.name,
      confirmedAt: row.confirmed_at,
      // A one-time password of this product is no matter of who came in by another way.
      mustChangePassword: row.way === localWay && mustChange,
      factorDue: row.factor_due,
      ...(viewed && { viewing: { uid: viewed.uid, name: viewed.name, endsAt: row.ends_at } }),
    },
    cookieHash: row.cookie_hash,
    usedAt: row.seen_at,
    createdAt: row.created_at,
    endsAt: row.ends_at,
    seenAt: row.seen_at,
    readAt,
  };
}

/** Whose session this is, while it waits for the second factor. */
function waitingForFactor(tx: Db, sessionId: string): Promise<{ uid: string } | undefined> {
  const own = tx.selectFrom('session').select('uid').where('id', '=', sessionId);
  return own.where('factor_due', 'is not', null).executeTakeFirst();
}
