import { sql } from 'kysely';
import type { Operation } from '#kit/server/change/kind.ts';
import { crudServer } from '#kit/server/crud/crud-server.ts';
import type { Tx } from '#kit/server/directory.ts';
import { mailServer, type MailEndpoint, type MailServerFields } from '../../common/boxes/server.contract.ts';
import { accountInRange } from './account-range.ts';
import { issuesBy } from './issues.ts';
import { serverIssues } from './server-rules.ts';
import './tables.ts';

type ServerOperation = Operation<MailServerFields>;

const isSamePlace = (one: MailEndpoint | undefined, other: MailEndpoint | undefined): boolean =>
  one === undefined || other === undefined || (one.host === other.host && one.port === other.port && one.security === other.security);

/** A secret is never sent elsewhere, nor with less protection than it was entered for. */
const moves = ({ action, before, after }: ServerOperation): boolean =>
  action === 'change' && !(isSamePlace(before?.incoming, after?.incoming) && isSamePlace(before?.outgoing, after?.outgoing));

const looksStale = ({ after }: ServerOperation): boolean =>
  ['incoming', 'outgoing', 'signIn', 'masterUser', 'masterSecret'].some((name) => after !== null && name in after);

async function forget(tx: Tx, operations: readonly ServerOperation[]): Promise<void> {
  const changed = operations.filter(({ action }) => action === 'change');
  const stale = changed.filter(looksStale).map(({ id }) => id);
  if (stale.length > 0) await sql`update mail_server set health = null, health_at = null where id = any(${stale}::uuid[])`.execute(tx);
  const moved = changed.filter(moves);
  const master = changed
    .filter((one) => (moves(one) || one.after?.masterUser !== undefined) && !one.after?.masterSecret)
    .map(({ id }) => id);
  if (master.length > 0) await sql`update mail_server set master_secret = null where id = any(${master}::uuid[])`.execute(tx);
  if (moved.length > 0)
    await sql`update mail_account set secret = null, failures = 0, state = case when state = 'closed' then state else 'new' end
      where server_id = any(${moved.map(({ id }) => id)}::uuid[])`.execute(tx);
}

/** Mail servers on the server. */
export const mailServers = crudServer(mailServer, {
  table: 'mail_server',
  check: async (tx, caller, operations) => issuesBy(await serverIssues(tx, caller, operations)),
  usedBy: async (tx, ids) => {
    const { rows } = await sql<{
      server: string;
      id: string;
      name: string;
    }>`select server_id::text as server, id::text as id, address as name
      from mail_account where server_id = any(${[...ids]}::uuid[]) order by address limit 50`.execute(tx);
    return Map.groupBy(
      rows.map(({ id, name, server }) => ({ kind: 'mailAccount', id, name, server })),
      ({ server }) => server,
    );
  },
  written: async (tx, _caller, operations) => {
    await forget(tx, operations);
    // What is open there is closed: each connection compares the number.
    const ended = operations
      .filter((one) => one.after?.enabled === false || (one.action === 'change' && looksStale(one)))
      .map(({ id }) => id);
    if (ended.length > 0) await sql`update mail_account set epoch = epoch + 1 where server_id = any(${ended}::uuid[])`.execute(tx);
  },
  where: (_means, { reachable }) =>
    reachable === undefined ? [] : [sql<boolean>`coalesce((t.health ->> 'ok')::boolean, false) = ${reachable}`],
  rows: async ({ db, caller }, objects) => {
    const { rows } = await sql<{ id: string; accounts: number; ok: boolean | null; class: string | null; at: number | null }>`
      select s.id::text as id, (s.health ->> 'ok')::boolean as ok, s.health ->> 'class' as class, s.health_at as at,
        (select count(*)::int from mail_account t where t.server_id = s.id and ${accountInRange(caller.scope())}) as accounts
      from mail_server s where s.id = any(${objects.map(({ id }) => id)}::uuid[])`.execute(db);
    const byId = new Map(rows.map((row) => [row.id, row]));
    return objects.map(({ id }) => {
      const found = byId.get(id);
      const health = found && found.ok !== null && found.at !== null ? { ok: found.ok, class: found.class, at: found.at } : null;
      return { accounts: found?.accounts ?? 0, health };
    });
  },
});
