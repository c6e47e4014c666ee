import { sql } from 'kysely';
import { clock } from '#platform/clock.ts';
import type { Secrets } from '#platform/secrets/secrets.ts';
import { systemUid } from '../caller.ts';
import type { Db, Directory } from '../directory.ts';
import { newId } from '../ids.ts';
import type { NetworkNames } from '../network-names.ts';
import './login-log.table.ts';
import type { EndedBy, SignInEvent, SignInReason, SignInSide } from '#kit/common/session/sign-in-facts.ts';
import { flagsOf } from './sign-in-flags.ts';
import { openFlood } from './sign-in-flood.ts';

/** Something that concerns a sign-in, as who noticed it knows it. */
export interface SignInEntry {
  readonly side: SignInSide;
  readonly event: SignInEvent;
  /** How one signed in: local, ldap, oidc and so on. */
  readonly kind: string;
  /** Second factor; none unless said. */
  readonly factor?: string;
  /** Set where it was refused. */
  readonly reason?: SignInReason;
  /** What was typed as the account. */
  readonly account?: string;
  readonly person?: { readonly uid: string; readonly name: string } | undefined;
  readonly sessionId?: string | null;
  readonly address: string;
  readonly userAgent: string;
  readonly device?: {
    readonly platform?: number;
    readonly appId?: string;
    readonly appVersion?: string;
    readonly osVersion?: string;
    readonly deviceId?: string;
    readonly deviceModel?: string;
    readonly networkKind?: string;
  };
}

/** The log of sign-ins of console and terminals. */
export interface SignInLog {
  /** Writes a line, in the transaction of what it tells of; false where refusals come so fast that this one is only counted. */
  write(db: Db, entry: SignInEntry): Promise<boolean>;
  /** What may stand for a typed account where it is written down: itself, or dots where it looks like a password. */
  shown(account: string): string;
  /** Writes what was only counted in minutes that are over, or all of it. */
  flush(all?: boolean): Promise<void>;
}

/** What the log of sign-ins is made of. */
interface LogDeps {
  db: Db;
  directory: Pick<Directory, 'pathsOf'>;
  secrets: Secrets;
  networkNames: NetworkNames;
}

/** Opens the log of sign-ins. */
export function openSignInLog(deps: LogDeps): SignInLog {
  const flood = openFlood<SignInEntry>(({ account: _typed, person: _person, ...entry }, { from, count }) =>
    // Who it was would be that of the last one alone.
    insert(deps, deps.db, { ...entry, address: from }, count),
  );
  return {
    shown: (account) => (looksLikePassword(account) ? '••••' : account),
    flush: flood.flush,
    write: async (db, entry) => {
      if (entry.reason !== undefined && (await flood.isTooMany(entry))) return false;
      await insert(deps, db, entry, 1);
      return true;
    },
  };
}

async function insert({ directory, secrets, networkNames }: LogDeps, db: Db, entry: SignInEntry, count: number): Promise<void> {
  const { person, device = {} } = entry;
  if (person && entry.event === 'signIn' && entry.reason === undefined)
    await sql`insert into last_sign_in (uid, at) values (${person.uid}::uuid, ${clock.now()}) on conflict (uid) do update set at = excluded.at`.execute(
      db,
    );
  const [paths, flags] = await Promise.all([
    // Asked for nobody too, so that an unknown account takes as long as a known one.
    directory.pathsOf(db, person?.uid ?? systemUid),
    person && entry.event === 'signIn' ? flagsOf(db, { ...entry, uid: person.uid, now: clock.now(), networkNames }) : [],
  ]);
  await db
    .insertInto('login_log')
    .values({
      id: newId(),
      at: clock.now(),
      side: entry.side,
      event: entry.event,
      result: entry.reason === undefined ? 'ok' : 'refused',
      reason: entry.reason ?? null,
      ...typed(secrets, entry),
      uid: person?.uid ?? null,
      name: person?.name ?? null,
      paths: person ? sql`${paths}::ltree[]` : null,
      kind: entry.kind,
      factor: entry.factor ?? 'none',
      session_id: entry.sessionId ?? null,
      address: entry.address,
      user_agent: entry.userAgent.slice(0, 400),
      platform: device.platform ?? null,
      app_id: device.appId ?? null,
      app_version: device.appVersion ?? null,
      os_version: device.osVersion ?? null,
      device_id: device.deviceId ?? null,
      device_model: device.deviceModel ?? null,
      network_kind: device.networkKind ?? null,
      flags,
      count,
    })
    .execute();
}

const longest = 64;

/** The account as it was typed; what looks like a password typed into the wrong field is kept as a keyed hash alone, so that the same mistake can be known again. */
function typed(secrets: Secrets, { account, person }: SignInEntry): { account: string | null; account_hash: string | null } {
  if (account === undefined) return { account: null, account_hash: null };
  if (person || !looksLikePassword(account)) return { account: account.slice(0, longest), account_hash: null };
  return { account: null, account_hash: secrets.mac('typed account', account).toString('hex').slice(0, 32) };
}

/** Small and capital letters with digits, or signs that no account has. Only asked of accounts that nobody has. */
function looksLikePassword(text: string): boolean {
  if (text.length < 6) return false;
  if (/[^\p{L}\p{N}._@+\\/ -]/u.test(text)) return true;
  return text.length >= 8 && /\p{Ll}/u.test(text) && /\p{Lu}/u.test(text) && /\p{N}/u.test(text) && !text.includes('@');
}

const endWords: Readonly<Record<string, EndedBy>> = {
  logout: 'self',
  ended: 'self',
  employee: 'self',
  elsewhere: 'otherSignIn',
  // A token that was used twice: whoever holds the other one signed in by it.
  reuse: 'otherSignIn',
  idle: 'idle',
  whole: 'whole',
  otherSignIn: 'otherSignIn',
  password: 'passwordChanged',
  disabled: 'disabled',
  deleted: 'disabled',
  administrator: 'administrator',
  provider: 'provider',
};

/** Notes how sessions ended, in the transaction that ends them. */
export async function noteEnds(db: Db, ids: readonly string[], reason: string): Promise<void> {
  if (ids.length === 0) return;
  const ended_by = endWords[reason] ?? 'administrator';
  await sql`insert into login_end (session_id, at, ended_by) select id, ${clock.now()}::bigint, ${ended_by} from unnest(${ids}::text[]) as id on conflict do nothing`.execute(
    db,
  );
}
