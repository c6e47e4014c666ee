import { sql } from 'kysely';
import type { Db, Tx } from '#kit/server/directory.ts';
import { upkeepEvery } from '#kit/server/per-product.ts';
import { notFound } from '#kit/server/refusal.ts';
import type { Services } from '#kit/server/services.ts';
import type { ProbeReply } from '../../common/boxes/probe.ts';
import type { MailServerFields } from '../../common/boxes/server.contract.ts';
import { probeServer } from '../engine/probe.ts';
import { serverAway } from './warnings.ts';
import './tables.ts';

type Places = Pick<MailServerFields, 'incoming' | 'outgoing'> & { readonly id: string; readonly name: string };

type Means = Pick<Services, 'warnings' | 'now'>;

/** The places of a server; 10404 where there is none. */
export async function serverPlaces(db: Db, id: string): Promise<Places> {
  const { rows } = await sql<Places>`select id::text as id, name, incoming, outgoing from mail_server where id = ${id}::uuid`.execute(db);
  if (!rows[0]) throw notFound();
  return rows[0];
}

/** Steps that say something of the server and not of who signed in. */
const ownSteps = new Set(['dns', 'connect', 'tls', 'greeting']);

/** Keeps what a look said of a server: whether it is reached, whoever signs in. Administrators hear of an enabled one that is not. */
export async function keepHealth(services: Means, db: Db, server: Pick<Places, 'id' | 'name'>, reply: ProbeReply): Promise<void> {
  const failed = reply.steps.find(
    ({ name, state }) => state === 'failed' && (ownSteps.has(name) || (name === 'send' && !isSignIn(reply, name))),
  );
  const health = { ok: failed === undefined, class: failed?.class ?? null };
  const { rows } = await sql<{
    enabled: boolean;
  }>`update mail_server set health = ${JSON.stringify(health)}::jsonb, health_at = ${services.now()}
    where id = ${server.id}::uuid returning enabled`.execute(db);
  if (health.ok || rows[0]?.enabled !== true) await services.warnings.clear(db, serverAway, server.id);
  else
    await services.warnings.raise(db, {
      kind: serverAway,
      object: { kind: 'mailServer', id: server.id, name: server.name },
      facts: { class: health.class ?? '' },
    });
}

const isSignIn = ({ steps }: ProbeReply, step: string): boolean =>
  steps.some(({ name, class: fault }) => name === step && fault === 'signIn');

/** Keeps what a look said of a box: its quota, and that it was signed in to. */
export async function keepBox(tx: Tx, id: string, reply: ProbeReply, at: number): Promise<void> {
  if (reply.quota)
    await sql`update mail_account set quota_used = ${reply.quota.used}, quota_limit = ${reply.quota.limit}, quota_at = ${at}
      where id = ${id}::uuid`.execute(tx);
  const signedIn = reply.steps.some(({ name, state }) => name === 'signIn' && state === 'ok');
  if (signedIn)
    await sql`update mail_account set failures = 0, state = 'ready' where id = ${id}::uuid and state in ('new', 'failing')`.execute(tx);
}

const everyMillis = 10 * 60_000;

/** Looks at the enabled servers whose last look is long ago, one after the other; several processes share them. */
export const serverUpkeep = upkeepEvery<Services>(60_000, async (services) => {
  const { db } = services.database;
  for (;;) {
    const before = services.now() - everyMillis;
    // Claimed by the moment: another process takes the next one.
    const { rows } = await sql<Places>`update mail_server set health_at = ${services.now()} where id = (
        select id from mail_server where enabled and (health_at is null or health_at < ${before}) order by health_at nulls first limit 1
        for update skip locked)
      returning id::text as id, name, incoming, outgoing`.execute(db);
    const [server] = rows;
    if (!server) return;
    await keepHealth(services, db, server, await probeServer(services, server));
  }
});
