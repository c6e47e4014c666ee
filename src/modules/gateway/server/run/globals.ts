import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { GlobalEntry, Snapshot } from '../table/snapshot.ts';
import type { Globals, RunServices } from './context.ts';
import { CallFailure, failureOf } from './failure.ts';
import { valueAt } from './mapping.ts';

const place = (id: string) => ({ table: 'global_token', column: 'value', row: id });
const secretPlace = (id: string) => ({ table: 'global_param', column: 'secret', row: id });
const renewBeforeMillis = 60_000;
const mark = /\{\{g\.([A-Za-z0-9_-]+)\}\}/g;

/** Values of global parameters for one call; secrets and tokens are added to what must never be shown. */
export function globalsFor(services: RunServices, snapshot: Pick<Snapshot, 'globals'>, hidden: Set<string>): Globals {
  const entryOf = (name: string): GlobalEntry => {
    const entry = snapshot.globals.get(name);
    if (!entry) throw new CallFailure('transform', { params: { path: `{{g.${name}}}`, reason: name } });
    return entry;
  };
  const hide = (value: string): string => {
    hidden.add(value);
    return value;
  };
  const value = async (name: string): Promise<unknown> => {
    const entry = entryOf(name);
    if (entry.kind === 'secret') return hide(entry.secret === null ? '' : services.secrets.open(entry.secret, secretPlace(entry.id)));
    if (entry.kind === 'token') return hide(await tokenOf(services, entry, false));
    if (entry.kind === 'number') return Number(entry.value);
    if (entry.kind === 'boolean') return entry.value === 'true';
    if (entry.kind === 'json') return JSON.parse(entry.value) as unknown;
    return entry.kind === 'expression' ? expressionOf(entry.value, services.now()) : entry.value;
  };
  return {
    value,
    fill: async (text) => {
      if (!text.includes('{{g.')) return text;
      const names = [...new Set([...text.matchAll(mark)].map((match) => match[1]!))];
      const values = new Map<string, string>();
      for (const name of names) {
        const found = await value(name);
        values.set(name, typeof found === 'string' ? found : JSON.stringify(found));
      }
      return text.replaceAll(mark, (_all, name: string) => values.get(name) ?? '');
    },
    renew: async (name) => {
      const entry = entryOf(name);
      if (entry.kind === 'token') await tokenOf(services, entry, true);
    },
  };
}

function expressionOf(text: string, now: number): string {
  if (text === 'uuid') return randomUUID();
  const at = new Date(now).toISOString();
  if (text === 'date') return at.slice(0, 10);
  return text === 'iso' ? at : String(now);
}

/** The token of a parameter: the kept one while it holds, else a new one; one renewal at a time over all nodes. */
export async function tokenOf(services: RunServices, entry: GlobalEntry, force: boolean): Promise<string> {
  const { db } = services.database;
  const asked = services.now();
  const keptOf = async (): Promise<string | undefined> => {
    const row = await db.selectFrom('global_token').selectAll().where('param_id', '=', entry.id).executeTakeFirst();
    const holds = row?.value !== null && row?.value !== undefined && Number(row.valid_until) - renewBeforeMillis > services.now();
    if (!row || !holds || (force && Number(row.obtained_at) < asked)) return undefined;
    return services.secrets.open(row.value!, place(entry.id));
  };
  const known = await keptOf();
  if (known !== undefined) return known;
  return db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`global_token ${entry.id}`}, 0))`.execute(tx);
    const meanwhile = await keptOf();
    if (meanwhile !== undefined) return meanwhile;
    const { token, seconds } = await obtain(services, entry);
    const now = services.now();
    await sql`insert into global_token (param_id, value, obtained_at, valid_until, failed_at, failures)
      values (${entry.id}, ${services.secrets.seal(token, place(entry.id))}, ${now}, ${now + seconds * 1000}, null, 0)
      on conflict (param_id) do update set value = excluded.value, obtained_at = excluded.obtained_at, valid_until = excluded.valid_until, failed_at = null, failures = 0`.execute(
      tx,
    );
    return token;
  });
}

async function obtain(services: RunServices, { id, secret, token: how }: GlobalEntry): Promise<{ token: string; seconds: number }> {
  if (!how) throw new CallFailure('signIn', { params: { reason: 'token' } });
  const opened = secret === null ? '' : services.secrets.open(secret, secretPlace(id));
  try {
    const reply = await services.outbound.fetch(how.url.replaceAll('{secret}', encodeURIComponent(opened)), {
      method: how.method,
      redirects: 0,
      timeoutMs: 10_000,
      maxBytes: 1024 * 1024,
      headers: how.method === 'POST' ? { 'content-type': how.contentType } : {},
      ...(how.method === 'POST' && { body: how.body.replaceAll('{secret}', opened) }),
    });
    if (!reply.ok) {
      await reply.discard();
      throw new CallFailure('signIn', { params: { reason: `token: ${reply.status}` }, targetStatus: reply.status });
    }
    const data = await reply.json();
    const token = valueAt(data, how.tokenPath);
    if (typeof token !== 'string' || token === '') throw new CallFailure('signIn', { params: { reason: `token: ${how.tokenPath}` } });
    const lifetime = how.lifetimePath === '' ? Number.NaN : Number(valueAt(data, how.lifetimePath));
    return { token, seconds: Number.isFinite(lifetime) && lifetime > 0 ? Math.min(lifetime, 86_400) : how.seconds };
  } catch (error) {
    throw failureOf(error);
  }
}
