import { sql, type Selectable } from 'kysely';
import type { SessionStage } from '#kit/common/client/client-facts.ts';
import type { GateParts, Terminal, TerminalSession } from '#kit/server/client/terminal-gate.ts';
import type { Db } from '#kit/server/directory.ts';
import { newId } from '#kit/server/ids.ts';
import { sessionsChanged, watchSessions } from '#kit/server/session/session-changes.ts';
import { noteEnds } from '#kit/server/session/sign-in-log.ts';
import { classOfPlatform, type SessionEnd, type TerminalClass } from '../common/terminal-facts.ts';
import { fixedPolicy, terminalPolicy } from './policy.ts';
import { rowOf, type SessionDraft } from './session-row.ts';
import type { TerminalSessionTable } from './terminal.table.ts';
import { newPair, tokenHash, type Pair } from './tokens.ts';

/** A session with the terminal that it belongs to. */
export interface LiveSession extends TerminalSession {
  readonly installId: string;
  readonly appKey: string;
  readonly platform: number;
}

/** Why a token opens nothing. An end is told with its reason once (65003); after that there is no session (65001). */
export type NoSession = { refused: 65001 } | { refused: 65003; reason: SessionEnd };

/** Sessions of terminals. */
export interface TerminalSessions {
  find(token: string, from: { address: string; buildNo: number }): Promise<LiveSession | NoSession>;
  begin(tx: Db, draft: SessionDraft): Promise<Pair & { id: string; expiresAt: number }>;
  /** Brings a session to its next stage. */
  advance(tx: Db, session: Pick<LiveSession, 'id' | 'uid'>, to: { stage: SessionStage; factor: string }): Promise<void>;
  /** Ends sessions of one person by id, or all of theirs; answers how many. */
  end(tx: Db, of: { uid: string; ids?: readonly string[] }, reason: SessionEnd): Promise<number>;
  endAll(tx: Db, uids: readonly string[], reason: string): Promise<number>;
  /** Ends those that work with one of these keys, of one person or of everybody. */
  endOfKeys(tx: Db, keys: readonly string[], uid?: string): Promise<number>;
  /** Brings those of a person with a key to another stage, unless something else is still due. */
  stageOfKey(tx: Db, of: { uid: string; key: string }, stage: 'enrol' | 'pending' | 'full'): Promise<void>;
  /** Calls back within a second after something changed about a session of this person; returns the way to end that. */
  watch(uid: string, listener: () => void): () => void;
  /** A session has another access token: this node looks again. */
  renewed(): void;
}

interface Cached {
  session: LiveSession;
  accessUntil: number;
  lastAt: number;
  /** By the clock that nobody moves. */
  readAt: number;
}

/** A session is read again after this even if nothing was told. */
const trustMillis = 5_000;
const mostCached = 100_000;
/** The last call is written down at most this often. */
const noteMillis = 5 * 60_000;

/** Reasons of the console's sessions that end those of terminals too. */
const shared: Readonly<Record<string, SessionEnd>> = {
  disabled: 'disabled',
  deleted: 'disabled',
  password: 'password',
  administrator: 'administrator',
};

/** Opens the sessions of terminals. Ends and changes on one node are true on every other within half a second. */
export function openTerminalSessions(parts: GateParts): TerminalSessions {
  const { db } = parts.database;
  let cache = new Map<string, Cached>();
  const news = watchSessions(db, () => (cache = new Map()));
  const tell = async (tx: Db, uids: readonly string[]): Promise<void> => {
    await sessionsChanged(tx, uids);
    news.expect();
  };
  const look = async (key: Buffer): Promise<Cached | NoSession> => {
    await news.fresh();
    const name = key.toString('base64url');
    const known = cache.get(name);
    if (known && performance.now() - known.readAt < trustMillis) return known;
    const mine = cache;
    const entry = await readSession(parts, key);
    if ('refused' in entry) return entry;
    if (mine.size > mostCached) mine.clear();
    mine.set(name, entry);
    return entry;
  };
  return {
    find: async (token, from) => {
      if (token.length > 200) return { refused: 65001 };
      const entry = await look(tokenHash(token));
      if ('refused' in entry) return entry;
      const now = parts.now();
      if (now > entry.accessUntil) return { refused: 65001 };
      if (now - entry.lastAt > noteMillis) {
        entry.lastAt = now;
        const values = { last_at: now, address: from.address, build_no: from.buildNo };
        await db.updateTable('terminal_session').set(values).where('id', '=', entry.session.id).execute();
      }
      return entry.session;
    },
    begin: async (tx, draft) => {
      const id = newId();
      const now = parts.now();
      const pair = newPair(id);
      const before = await endRows(tx, { install: draft.terminal, reason: 'elsewhere', now });
      const row = rowOf(draft, { id, now, pair, policy: await terminalPolicy(tx) });
      await tx.insertInto('terminal_session').values(row).execute();
      if (draft.stage === 'full') await makeRoom(tx, parts, { id, uid: draft.uid, ...draft.terminal });
      await tell(tx, [...before, draft.uid]);
      return { id, ...pair, expiresAt: row.access_until };
    },
    advance: async (tx, { id, uid }, { stage, factor }) => {
      const row = await tx
        .updateTable('terminal_session')
        .set({ stage, factor })
        .where('id', '=', id)
        .where('ended_at', 'is', null)
        .returning(['platform', 'app_key', 'key_thumbprint'])
        .executeTakeFirst();
      if (row && stage === 'full')
        await makeRoom(tx, parts, { id, uid, platform: row.platform, appKey: row.app_key, thumbprint: row.key_thumbprint });
      await tell(tx, [uid]);
    },
    end: async (tx, { uid, ids }, reason) => {
      const ended = await endRows(tx, { uids: [uid], ...(ids && { ids }), reason, now: parts.now() });
      await tell(tx, [uid]);
      return ended.length;
    },
    endAll: async (tx, uids, reason) => {
      const word = shared[reason];
      if (!word || uids.length === 0) return 0;
      const ended = await endRows(tx, { uids, reason: word, now: parts.now() });
      if (ended.length > 0) news.expect();
      return ended.length;
    },
    ...sessionsByKey(parts, tell),
    watch: (uid, listener) => news.watch(uid, listener),
    renewed: () => (cache = new Map()),
  };
}

/** What the state of a device does to the sessions that work with its key. */
function sessionsByKey(
  parts: GateParts,
  tell: (tx: Db, uids: readonly string[]) => Promise<void>,
): Pick<TerminalSessions, 'endOfKeys' | 'stageOfKey'> {
  return {
    endOfKeys: async (tx, keys, uid) => {
      if (keys.length === 0) return 0;
      const ended = await endRows(tx, { keys, ...(uid !== undefined && { uids: [uid] }), reason: 'device', now: parts.now() });
      await tell(tx, ended);
      return ended.length;
    },
    stageOfKey: async (tx, { uid, key }, stage) => {
      const rows = await tx
        .updateTable('terminal_session')
        .set({ stage })
        .where('employee_id', '=', uid)
        .where('key_thumbprint', '=', key)
        .where('stage', 'in', ['enrol', 'pending', 'full'])
        .where('ended_at', 'is', null)
        .returning(['id', 'platform', 'app_key'])
        .execute();
      if (stage === 'full')
        for (const { id, platform, app_key } of rows) await makeRoom(tx, parts, { id, uid, platform, appKey: app_key, thumbprint: key });
      await tell(tx, [uid]);
    },
  };
}

interface Whole {
  readonly id: string;
  readonly uid: string;
  readonly platform: number;
  readonly appKey: string;
  readonly thumbprint: string | null;
}

/** A session is whole: room is made for it among those of its class in the application, the oldest ends. */
async function makeRoom(tx: Db, parts: GateParts, { id, uid, platform, appKey, thumbprint }: Whole): Promise<void> {
  if (!classOfPlatform[platform]) return;
  const signIn = (await parts.appSignIns?.())?.get(appKey.toLowerCase()) ?? fixedPolicy.signIn;
  // One sign-in of somebody at a time, so that two at once don't both find room.
  await sql`select pg_advisory_xact_lock(hashtextextended(${uid}, 23))`.execute(tx);
  const open = await tx
    .selectFrom('terminal_session')
    .select(['id', 'platform', 'key_thumbprint as key'])
    .where('employee_id', '=', uid)
    .where('app_key', '=', appKey)
    .where('stage', '=', 'full')
    .where('ended_at', 'is', null)
    .where('id', '<>', id)
    .orderBy('created_at', 'desc')
    .execute();
  if (open.length === 0) return;
  const forms = await parts.devices?.formsOf(tx, [...open.map(({ key }) => key), ...(thumbprint === null ? [] : [thumbprint])]);
  const classOf = (one: { platform: number; key: string | null }): TerminalClass | undefined => {
    const usual = classOfPlatform[one.platform];
    return usual === 'phone' && one.key !== null && forms?.get(one.key) === 'tablet' ? 'tablet' : usual;
  };
  const kind = classOf({ platform, key: thumbprint });
  const most = kind === undefined ? 0 : signIn.atOnce[kind];
  if (most === 0) return;
  const over = open.filter((one) => classOf(one) === kind).slice(most - 1);
  if (over.length > 0) await endRows(tx, { uids: [uid], ids: over.map((one) => one.id), reason: 'elsewhere', now: parts.now() });
}

interface Ending {
  uids?: readonly string[];
  /** All of theirs unless said. */
  ids?: readonly string[];
  /** Those that work with one of these keys. */
  keys?: readonly string[];
  /** That of an installation with its key, whoever's it is. */
  install?: Terminal;
  reason: SessionEnd;
  now: number;
}

/** Ends sessions and notes how; answers whose they were. */
export async function endRows(tx: Db, { uids, ids, keys, install, reason, now }: Ending): Promise<string[]> {
  const ended = await tx
    .updateTable('terminal_session')
    .set({ ended_at: now, ended_by: reason })
    .where('ended_at', 'is', null)
    .$if(uids !== undefined, (query) => query.where('employee_id', 'in', [...(uids ?? [])]))
    .$if(ids !== undefined, (query) => query.where('id', 'in', [...(ids ?? [])]))
    .$if(keys !== undefined, (query) => query.where('key_thumbprint', 'in', [...(keys ?? [])]))
    .$if(install !== undefined, (query) =>
      query
        .where('install_id', '=', install!.installId)
        .where('app_key', '=', install!.appKey)
        .where('key_thumbprint', '=', install!.thumbprint),
    )
    .returning(['id', 'employee_id'])
    .execute();
  await noteEnds(
    tx,
    ended.map(({ id }) => id),
    reason,
  );
  return ended.map(({ employee_id }) => employee_id);
}

async function readSession({ database: { db }, directory }: GateParts, key: Buffer): Promise<Cached | NoSession> {
  const readAt = performance.now();
  const row = await db.selectFrom('terminal_session').selectAll().where('access_hash', '=', key).executeTakeFirst();
  if (!row) return { refused: 65001 };
  if (row.ended_by !== null) return endReasonOnce(db, row.id, row.ended_by);
  const person = await directory.byUid(db, row.employee_id);
  if (!person?.mayEnter) return { refused: 65003, reason: 'disabled' };
  return { session: viewOf(row, person), accessUntil: row.access_until, lastAt: row.last_at, readAt };
}

function viewOf(row: Selectable<TerminalSessionTable>, person: { account: string; name: string }): LiveSession {
  return {
    id: row.id,
    uid: row.employee_id,
    account: person.account,
    name: person.name,
    stage: row.stage,
    way: row.way,
    factor: row.factor,
    thumbprint: row.key_thumbprint,
    installId: row.install_id,
    appKey: row.app_key,
    platform: row.platform,
  };
}

/** Tells the end of a session with its reason, the first time. */
export async function endReasonOnce(db: Db, id: string, reason: SessionEnd): Promise<NoSession> {
  const told = await db
    .updateTable('terminal_session')
    .set({ told: true })
    .where('id', '=', id)
    .where('told', '=', false)
    .executeTakeFirst();
  return told.numUpdatedRows > 0n ? { refused: 65003, reason } : { refused: 65001 };
}
