import { createHmac, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { CoreServices } from '#kit/server/services.ts';
import { announce } from '#modules/messaging/server/public.ts';
import { changeCard, type CardContent } from './cards.ts';

interface Due {
  id: string;
  cardId: string;
  employeeId: string;
  actionId: string;
  input: Record<string, string>;
  attempts: number;
  outId: string;
  content: CardContent;
  systemId: string;
  secret: string | null;
}

/** Pauses before the second and the third try. */
const pauses = [60_000, 480_000] as const;
const timeoutMillis = 5_000;
const mostBytes = 64 * 1024;

/** Tells senders what people did, three times at most; each try is claimed, so that processes don't double it. */
export async function workCallbacks(services: CoreServices): Promise<void> {
  const { db } = services.database;
  for (;;) {
    const now = services.now();
    const { rows } =
      await sql<Due>`with due as (update im_card_action set attempts = attempts + 1, next_at = ${now + pauses[1]} where id = (
        select id from im_card_action where callback = 'waiting' and next_at <= ${now} order by next_at limit 1 for update skip locked) returning *)
      select a.id, a.card_id as "cardId", a.employee_id as "employeeId", a.action_id as "actionId", a.input, a.attempts, c.out_id as "outId", v.content,
        c.system_id as "systemId", s.secret
      from due a join im_card c on c.id = a.card_id join im_card_version v on v.template_id = c.template_id and v.number = c.template_version
      left join im_card_system s on s.id = c.system_id`.execute(db);
    const [due] = rows;
    if (!due) return;
    await tell(services, due);
  }
}

async function tell(services: CoreServices, due: Due): Promise<void> {
  const { ok, answer, data } = await post(services, due);
  const { db } = services.database;
  if (ok) {
    const news = await db.transaction().execute(async (tx) => {
      await sql`update im_card_action set callback = 'confirmed', next_at = null, answer = ${answer} where id = ${due.id}::uuid`.execute(
        tx,
      );
      return data ? changeCard(tx, services, due.cardId, { data }) : [];
    });
    await announce(services, news);
    return;
  }
  const pause = pauses[due.attempts - 1];
  await sql`update im_card_action set callback = ${pause === undefined ? 'failed' : 'waiting'}, next_at = ${pause === undefined ? null : services.now() + pause},
    answer = ${answer} where id = ${due.id}::uuid`.execute(db);
}

async function post(services: CoreServices, due: Due): Promise<{ ok: boolean; answer: string; data?: Record<string, string> }> {
  const { callbackUrl } = due.content;
  if (callbackUrl === null || due.secret === null) return { ok: false, answer: 'no address' };
  const secret = services.secrets.open(due.secret, { table: 'im_card_system', column: 'secret', row: due.systemId });
  const body = JSON.stringify({
    id: due.id,
    outId: due.outId,
    cardId: due.cardId,
    employeeId: due.employeeId,
    actionId: due.actionId,
    input: due.input,
  });
  const [timestamp, nonce] = [String(services.now()), randomBytes(16).toString('hex')];
  const signature = createHmac('sha256', secret).update(`${timestamp}.${nonce}.${body}`).digest('hex');
  try {
    const reply = await services.outbound.fetch(callbackUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-timestamp': timestamp, 'x-nonce': nonce, 'x-signature': signature },
      body,
      timeoutMs: timeoutMillis,
      maxBytes: mostBytes,
      redirects: 0,
    });
    const text = await reply.text();
    if (reply.status !== 200) return { ok: false, answer: String(reply.status) };
    const given = dataIn(text);
    return { ok: true, answer: '200', ...(given && { data: given }) };
  } catch (error) {
    return { ok: false, answer: error instanceof Error ? error.message.slice(0, 200) : 'failed' };
  }
}

/** New data that a sender answers with; anything else is no change. */
function dataIn(text: string): Record<string, string> | undefined {
  try {
    const data: unknown = Reflect.get(Object(JSON.parse(text)), 'data');
    if (typeof data !== 'object' || data === null) return undefined;
    return Object.fromEntries(Object.entries(data).filter((one): one is [string, string] => typeof one[1] === 'string'));
  } catch {
    return undefined;
  }
}
