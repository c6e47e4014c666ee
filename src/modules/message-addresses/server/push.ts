import { createHmac } from 'node:crypto';
import { sql } from 'kysely';
import { crudServer } from '#kit/server/crud/crud-server.ts';
import type { CoreServices } from '#kit/server/services.ts';
import { dropPushToken, pushTargetsOf, type PushTarget } from '#modules/devices/server/public.ts';
import { pushText } from '#modules/messaging/server/public.ts';
import { pushProvider } from '../common/service.contract.ts';

/** Providers of notices on the server. */
export const pushProviders = crudServer(pushProvider, {
  table: 'im_push_provider',
  rows: async ({ db }, providers) => {
    const { rows } = await sql<{
      id: string;
      sent: number;
      refused: number;
      failed: number;
      lastAt: number | null;
      lastAnswer: string;
    }>`select provider_id as id, sent::int as sent, refused::int as refused, failed::int as failed, nullif(last_at, 0) as "lastAt",
        last_answer as "lastAnswer" from im_push_count where provider_id = any(${providers.map(({ id }) => id)}::uuid[])`.execute(db);
    const known = new Map(rows.map(({ id, ...row }) => [id, row]));
    return providers.map(({ id }) => known.get(id) ?? { sent: 0, refused: 0, failed: 0, lastAt: null, lastAnswer: '' });
  },
});

interface Due {
  id: string;
  employeeId: string;
  conversationId: string;
  seq: number;
  waiting: number;
  attempts: number;
  done: string[];
}
interface Provider {
  id: string;
  code: string;
  url: string;
  secret: string | null;
}

const atOnce = 20;
const timeoutMillis = 5_000;
/** While a try is under way nobody else takes it; a process that dies leaves it to the next after this. */
const leaseMillis = 60_000;
const pauses = [2_000, 10_000, 60_000, 300_000] as const;
/** Nobody to tell yet: looked at again now and then, until the notice is a day old. */
const idleMillis = 600_000;

/**
 * Tells providers of what waits for people off line. A notice is claimed by a lease and taken away only when every terminal's provider took it,
 * so that none is lost; its id is that of the notice and the terminal, the same at every try, so that none is shown twice.
 */
export async function workPushes(services: CoreServices): Promise<void> {
  const { db } = services.database;
  for (;;) {
    const now = services.now();
    const { rows } = await sql<Due>`update im_push p set attempts = attempts + 1, tried_at = ${now}, next_at = ${now + leaseMillis}
      where (employee_id, conversation_id) in (select employee_id, conversation_id from im_push where next_at <= ${now}
        and exists (select from im_push_provider where enabled) order by next_at limit ${atOnce} for update skip locked)
      returning id, employee_id as "employeeId", conversation_id as "conversationId", seq, waiting, attempts, done`.execute(db);
    if (rows.length === 0) return;
    const { rows: providers } = await sql<Provider>`select id, code, url, secret from im_push_provider where enabled`.execute(db);
    await Promise.all(rows.map((due) => push(services, providers, due)));
  }
}

async function push(services: CoreServices, providers: readonly Provider[], due: Due): Promise<void> {
  const { db } = services.database;
  const says = await pushText(services, due);
  const targets = says ? await pushTargetsOf(services, due.employeeId) : [];
  const requested = targets.flatMap((target) => {
    const provider = providers.find(({ code }) => code === target.provider);
    return provider && !due.done.includes(target.deviceId) ? [{ target, provider }] : [];
  });
  const told = await Promise.all(requested.map((one) => tell(services, due, { ...one, says: says! })));
  const failed = told.filter(({ outcome }) => outcome === 'failed');
  const done = told.filter(({ outcome }) => outcome !== 'failed').map(({ deviceId }) => deviceId);
  const isOver = !says || (failed.length === 0 && done.length + due.done.length > 0);
  if (isOver) {
    // A newer message made it another notice meanwhile: that one stays.
    await sql`delete from im_push where employee_id = ${due.employeeId}::uuid and conversation_id = ${due.conversationId}::uuid
      and id = ${due.id}::uuid`.execute(db);
    return;
  }
  const pause = failed.length === 0 ? idleMillis : (pauses[due.attempts - 1] ?? pauses.at(-1)!);
  await sql`update im_push set next_at = ${services.now() + pause}, done = done || ${done}::uuid[], answer = ${failed[0]?.answer ?? ''}
    where employee_id = ${due.employeeId}::uuid and conversation_id = ${due.conversationId}::uuid and id = ${due.id}::uuid`.execute(db);
}

interface Told {
  deviceId: string;
  outcome: 'sent' | 'refused' | 'failed';
  answer: string;
}

async function tell(
  services: CoreServices,
  due: Due,
  { target, provider, says }: { target: PushTarget; provider: Provider; says: { title: string; text: string } },
): Promise<Told> {
  const answer = await post(services, provider, {
    id: `${due.id}.${target.deviceId}`,
    token: target.token,
    collapse: due.conversationId,
    badge: due.waiting,
    ...says,
  });
  const outcome =
    answer.status >= 200 && answer.status < 300 ? 'sent' : answer.status === 404 || answer.status === 410 ? 'refused' : 'failed';
  const { db } = services.database;
  if (outcome === 'refused') await dropPushToken(db, target.deviceId);
  await sql`insert into im_push_count as c (provider_id, sent, refused, failed, last_at, last_answer)
    values (${provider.id}::uuid, ${outcome === 'sent' ? 1 : 0}, ${outcome === 'refused' ? 1 : 0}, ${outcome === 'failed' ? 1 : 0}, ${services.now()}, ${answer.text})
    on conflict (provider_id) do update set sent = c.sent + excluded.sent, refused = c.refused + excluded.refused, failed = c.failed + excluded.failed,
      last_at = excluded.last_at, last_answer = excluded.last_answer`.execute(db);
  return { deviceId: target.deviceId, outcome, answer: answer.text };
}

async function post(
  services: CoreServices,
  provider: Provider,
  notice: Readonly<Record<string, unknown>>,
): Promise<{ status: number; text: string }> {
  if (provider.secret === null) return { status: 0, text: 'no key' };
  const secret = services.secrets.open(provider.secret, { table: 'im_push_provider', column: 'secret', row: provider.id });
  const body = JSON.stringify(notice);
  const timestamp = String(services.now());
  const signature = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex');
  try {
    const reply = await services.outbound.fetch(provider.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-timestamp': timestamp, 'x-signature': signature },
      body,
      timeoutMs: timeoutMillis,
      maxBytes: 16_384,
      redirects: 0,
    });
    await reply.text();
    return { status: reply.status, text: String(reply.status) };
  } catch (error) {
    return { status: 0, text: error instanceof Error ? error.message.slice(0, 200) : 'failed' };
  }
}
