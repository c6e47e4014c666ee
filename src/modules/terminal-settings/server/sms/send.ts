import { sql, type Selectable } from 'kysely';
import { code as codes } from '#kit/common/codes.ts';
import type { Db, Tx } from '#kit/server/directory.ts';
import { newId } from '#kit/server/ids.ts';
import type { KeyedColumn } from '#kit/server/keyed-column.ts';
import { Refusal } from '#kit/server/refusal.ts';
import type { Services } from '#kit/server/services.ts';
import { OutboundError } from '#platform/outbound/outbound-error.ts';
import { openSealed, sealUnder } from '../keys/keyring.ts';
import { callOf, fillText, isTaken, shownAnswer, type SmsValues } from './fill.ts';
import { gatewayPlace, readGateway } from './gateway.service.ts';
import type { SmsGatewayTable, SmsOutboxTable } from './sms.table.ts';

type Gateway = Selectable<SmsGatewayTable>;
type Row = Selectable<SmsOutboxTable>;

const table = 'sms_outbox';
/** The codes of messages that have not left yet. */
export const smsColumn: KeyedColumn = { purpose: 'messageStore', table, id: 'id', column: 'code' };
const placeOf = (id: string) => ({ table, column: 'code', row: id });

const dayMillis = 86_400_000;
const minute = 60_000;
/** Messages to one number within a day, whoever asks for them. */
const mostPerNumber = 10;
const mostAtOnce = 20;
/** Waits before the second, third … try. */
const waits = [5_000, 15_000, 30_000, minute];
const timeoutMillis = 8_000;
/** Whoever took a message and did not say what became of it within this is gone. */
const claimMillis = minute;
const keptDays = 30;

/** Puts a code for a number into the outbox, in the transaction that asks for it. Refuses with 10429 when the number got too many. */
export async function queueCode(
  tx: Tx,
  services: Pick<Services, 'secrets' | 'now'>,
  { number, code, endsAt }: { number: string; code: string; endsAt: number },
): Promise<void> {
  const now = services.now();
  const { rows } = await sql<{ n: number; first: number }>`select count(*) as n, min(queued_at) as first from sms_outbox
    where number = ${number} and queued_at > ${now - dayMillis}`.execute(tx);
  const { n = 0, first = now } = rows[0] ?? {};
  if (n >= mostPerNumber) {
    const seconds = Math.ceil((first + dayMillis - now) / 1000);
    throw new Refusal(codes.tooMany, { seconds }, { retryAfter: seconds });
  }
  const id = newId();
  const sealed = await sealUnder(tx, services.secrets, 'messageStore', { plain: code, place: placeOf(id) });
  await tx
    .insertInto('sms_outbox')
    .values({ id, number, code: sealed, state: 'queued', attempts: 0, next_at: now, ends_at: endsAt, queued_at: now })
    .execute();
}

/** Sends what is due, as fast as the gateway may be asked; gives up what is worth nothing any more. */
export async function sendDue(services: Services): Promise<void> {
  const { db } = services.database;
  const now = services.now();
  await db
    .updateTable('sms_outbox')
    .set({ state: 'failed', answer: sql`coalesce(answer, 'expired')`, code: null, ended_at: now })
    .where('state', 'in', ['queued', 'sending'])
    .where('ends_at', '<=', now)
    .execute();
  const due = await db
    .selectFrom('sms_outbox')
    .select('id')
    .where('state', 'in', ['queued', 'sending'])
    .where('next_at', '<=', now)
    .limit(1)
    .executeTakeFirst();
  if (!due) return;
  const gateway = await readGateway(db);
  if (!gateway.enabled) return;
  await Promise.all((await claim(db, gateway, now)).map((row) => sendOne(services, gateway, row)));
}

/** Takes what has been due longest. What another node took and left lying comes again: a code that arrives twice does no harm. */
async function claim(db: Db, { per_minute: perMinute }: Gateway, now: number): Promise<Row[]> {
  const { rows: recent } = await sql<{
    n: number;
  }>`select count(*) as n from sms_outbox where state = 'sent' and ended_at > ${now - minute}`.execute(db);
  const room = Math.min(mostAtOnce, perMinute - (recent[0]?.n ?? 0));
  if (room <= 0) return [];
  const { rows } = await sql<Row>`update sms_outbox set state = 'sending', attempts = attempts + 1, next_at = ${now + claimMillis}
    where id in (select id from sms_outbox where state in ('queued', 'sending') and next_at <= ${now}
      order by next_at, id limit ${room} for update skip locked) returning *`.execute(db);
  return rows;
}

async function sendOne(services: Services, gateway: Gateway, row: Row): Promise<void> {
  const { db } = services.database;
  if (row.code === null) return;
  const code = String(await openSealed(db, services.secrets, row.code, placeOf(row.id)));
  const { ok, answer } = await post(services, gateway, { number: row.number, code });
  const now = services.now();
  const next = now + (waits[row.attempts - 1] ?? minute);
  const over = ok || next >= row.ends_at;
  await db
    .updateTable('sms_outbox')
    .set({
      state: ok ? 'sent' : over ? 'failed' : 'queued',
      next_at: over ? now : next,
      answer,
      ...(over && { code: null, ended_at: now }),
    })
    .where('id', '=', row.id)
    .where('state', '=', 'sending')
    .where('attempts', '=', row.attempts)
    .execute();
}

/** Asks the gateway to send one message; what it answered holds neither number nor code nor secret. */
export async function post(
  services: Pick<Services, 'outbound' | 'secrets' | 'now'>,
  gateway: Gateway,
  { number, code }: { number: string; code: string },
): Promise<{ ok: boolean; answer: string }> {
  const secret = gateway.secret === null ? '' : services.secrets.open(gateway.secret, gatewayPlace);
  const plain: SmsValues = { phone: number, code, sign: gateway.sign, template: gateway.template, secret: '', text: '' };
  const values: SmsValues = { ...plain, secret, text: fillText(gateway.text, plain) };
  try {
    const { url, init } = callOf(gateway, values, services.now());
    const reply = await services.outbound.fetch(url, { ...init, timeoutMs: timeoutMillis, maxBytes: 64 * 1024, redirects: 0 });
    const text = await reply.text();
    return { ok: isTaken(gateway, reply.status, text), answer: shownAnswer(reply.status, text, values) };
  } catch (error) {
    if (error instanceof OutboundError) return { ok: false, answer: error.category };
    throw error;
  }
}

/** Forgets messages that are long over. */
export async function forgetSms(db: Db, now: number): Promise<void> {
  await db
    .deleteFrom('sms_outbox')
    .where('queued_at', '<', now - keptDays * dayMillis)
    .execute();
}
