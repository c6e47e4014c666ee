import {
  ConfidentialityRequiredError,
  Filter,
  InappropriateAuthError,
  InsufficientAccessError,
  InvalidCredentialsError,
  NoSuchObjectError,
  ResultCodeError,
  SizeLimitExceededError,
  StrongAuthRequiredError,
  type Client,
  type Entry,
} from 'ldapts';
import { escapeDn } from '#platform/ldap/dn.ts';
import { withLdap } from '#platform/ldap/open-ldap.ts';
import type { Outbound } from '#platform/outbound/outbound.ts';
import type { LdapConfig } from '../../common/auth-config.ts';
import { failureOf, WayFailure } from '../failure.ts';
import type { Attributes } from '../match-person.ts';
import { untraced, type Trace } from '../trace.ts';

/** What a directory says about an account and a password. */
export type LdapAnswer = { outcome: 'ok'; dn: string; attributes: Attributes } | { outcome: 'credentials' | 'notFound' | 'several' };

interface Question {
  config: LdapConfig;
  /** Password of the search account. */
  secret: string | null;
  account: string;
  /** Undefined in a test of the connection alone: then nobody is bound but the search account. */
  password: string | undefined;
  /** Attributes to read; all of them in a test. */
  attributes: readonly string[];
  trace?: Trace;
}

/** Everything together; a directory that is slower is one that is down. */
const wholeMs = 9_000;

/** Asks a directory whether the password is that of the account, by binding. Throws WayFailure when the directory can't say. */
export async function askLdap(outbound: Outbound, question: Question): Promise<LdapAnswer> {
  // A bind with an empty password succeeds without looking at it (RFC 4513 5.1.2).
  if (question.password === '') return { outcome: 'credentials' };
  const deadline = AbortSignal.timeout(wholeMs);
  try {
    const { connection, lookup } = question.config;
    const way = { signal: deadline, trace: question.trace ?? untraced };
    return await withLdap(outbound, connection, way, (client) =>
      lookup.mode === 'search' ? bySearch(client, question) : byPattern(client, question),
    );
  } catch (error) {
    throw deadline.aborted ? new WayFailure('timeout', error) : failureOf(error);
  }
}

async function bySearch(client: Client, question: Question): Promise<LdapAnswer> {
  const { config, secret, password, trace = untraced } = question;
  const { bindDn, baseDn } = config.connection;
  await trace('bind', bindDn, async () => {
    if (bindDn === '') return;
    if (!secret) throw new WayFailure('serviceBind');
    await client.bind(bindDn, secret).catch((error: unknown) => Promise.reject(bindFailure(error)));
  });
  const found = await trace('search', baseDn, () => searchOne(client, { base: baseDn, scope: 'sub', question }));
  if (found.outcome !== 'ok' || password === undefined) return found;
  const fits = await trace('password', found.dn, () => bindAs(client, found.dn, password));
  return fits ? found : { outcome: 'credentials' };
}

async function byPattern(client: Client, question: Question): Promise<LdapAnswer> {
  const { config, account, password, trace = untraced } = question;
  if (password === undefined) return { outcome: 'credentials' };
  const { pattern } = config.lookup;
  const isDn = pattern.includes('=');
  const name = pattern.replaceAll('{account}', () => (isDn ? escapeDn(account) : account));
  const fits = await trace('password', name, () => bindAs(client, name, password));
  if (!fits) return { outcome: 'credentials' };
  // Under a distinguished name nobody else than the bound one may be found.
  const where = isDn ? ({ base: name, scope: 'base' } as const) : ({ base: config.connection.baseDn, scope: 'sub' } as const);
  return trace('search', where.base, () => searchOne(client, { ...where, question }));
}

interface Search {
  base: string;
  scope: 'sub' | 'base';
  question: Question;
}

async function searchOne(client: Client, { base, scope, question }: Search): Promise<LdapAnswer> {
  const filter = question.config.lookup.filter.replaceAll('{account}', () => Filter.escape(question.account));
  try {
    const { searchEntries } = await client.search(base, {
      scope,
      filter,
      sizeLimit: 2,
      timeLimit: 8,
      attributes: [...question.attributes],
    });
    const [first, ...others] = searchEntries;
    if (!first) return { outcome: 'notFound' };
    return others.length > 0 ? { outcome: 'several' } : { outcome: 'ok', dn: first.dn, attributes: attributesOf(first) };
  } catch (error) {
    if (error instanceof SizeLimitExceededError) return { outcome: 'several' };
    if (error instanceof NoSuchObjectError && scope === 'base') return { outcome: 'notFound' };
    if (error instanceof InsufficientAccessError) throw new WayFailure('serviceBind', error);
    throw error instanceof ResultCodeError ? new WayFailure('unavailable', error) : error;
  }
}

/** Whether the directory takes the password; what is no answer to that throws. */
async function bindAs(client: Client, name: string, password: string): Promise<boolean> {
  try {
    await client.bind(name, password);
    return true;
  } catch (error) {
    if (error instanceof InvalidCredentialsError || error instanceof InappropriateAuthError) return false;
    throw bindFailure(error);
  }
}

function bindFailure(error: unknown): unknown {
  if (error instanceof InvalidCredentialsError) return new WayFailure('serviceBind', error);
  if (error instanceof ConfidentialityRequiredError || error instanceof StrongAuthRequiredError) return new WayFailure('encryption', error);
  return error instanceof ResultCodeError ? new WayFailure('unavailable', error) : error;
}

/** Values as text; what is not text is left out. */
function attributesOf({ dn, ...entry }: Entry): Attributes {
  const attributes: Attributes = { dn: [dn] };
  for (const [name, value] of Object.entries(entry)) {
    const values = (Array.isArray(value) ? value : [value]).filter((one) => typeof one === 'string');
    if (values.length > 0) attributes[name] = values;
  }
  return attributes;
}
