import { sql, type Selectable } from 'kysely';
import type { Parsed } from '#kit/common/contract.ts';
import { changeObjects } from '#kit/server/change/change-objects.ts';
import type { Fields } from '#kit/server/change/kind.ts';
import type { Db, Tx } from '#kit/server/directory.ts';
import type { Call } from '#kit/server/handle.ts';
import { newId } from '#kit/server/ids.ts';
import { InvalidInput } from '#kit/server/refusal.ts';
import { stampsOf } from '#kit/server/stamps.ts';
import type { smsGatewaySave, SmsGatewayView } from '../../common/sms.contract.ts';
import { assertWholeSite } from '../whole-site.ts';
import { smsGatewayKind } from './gateway.kind.ts';
import type { SmsGatewayTable } from './sms.table.ts';

/** Where the gateway's secret is sealed for. */
export const gatewayPlace = { table: 'sms_gateway', column: 'secret', row: 'one' };

const dayMillis = 86_400_000;

/** As the product delivers it: an example that sends nothing. */
export const shippedGateway = {
  enabled: false,
  url: 'https://sms.example.com/send',
  method: 'POST',
  headers: [],
  format: 'json',
  body: '{"phone": "{phone}", "content": "{text}"}',
  text: '您的验证码是 {code}，5 分钟内有效。',
  sign: '',
  template: '',
  signing: 'none',
  successPath: '',
  successValue: '',
  perMinute: 60,
};

/** The gateway has its row from the first start on, and sends nothing. */
export async function seedGateway(db: Db, now: number): Promise<void> {
  await sql`insert into sms_gateway (id, enabled, url, method, headers, format, body, text, sign, template, signing, success_path, success_value, per_minute, created_at, updated_at)
    select ${newId()}::uuid, false, ${shippedGateway.url}, 'POST', '[]', 'json', ${shippedGateway.body},
      ${shippedGateway.text}, '', '', 'none', '', '', ${shippedGateway.perMinute}::int, ${now}::bigint, ${now}::bigint
    where not exists (select from sms_gateway)`.execute(db);
}

/** The one row. */
export const readGateway = (db: Db): Promise<Selectable<SmsGatewayTable>> =>
  db.selectFrom('sms_gateway').selectAll().executeTakeFirstOrThrow();

/** The gateway as it leaves, with what became of the last day's messages. */
export async function gatewayView(db: Db, now: number): Promise<SmsGatewayView> {
  const row = await readGateway(db);
  const { rows } = await sql<{ state: string; n: number }>`select state, count(*) as n from sms_outbox
    where queued_at > ${now - dayMillis} group by state`.execute(db);
  const count = (...states: string[]): number => rows.filter(({ state }) => states.includes(state)).reduce((sum, { n }) => sum + n, 0);
  const last = await db
    .selectFrom('sms_outbox')
    .select(['answer', 'ended_at'])
    .where('ended_at', 'is not', null)
    .where('queued_at', '>', now - dayMillis)
    .orderBy('ended_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return {
    ...stampsOf(row),
    enabled: row.enabled,
    url: row.url,
    method: row.method,
    headers: row.headers,
    format: row.format,
    body: row.body,
    text: row.text,
    sign: row.sign,
    template: row.template,
    signing: row.signing,
    successPath: row.success_path,
    successValue: row.success_value,
    perMinute: row.per_minute,
    hasSecret: row.secret !== null,
    day: {
      sent: count('sent'),
      failed: count('failed'),
      waiting: count('queued', 'sending'),
      lastAnswer: last?.answer ?? null,
      lastAt: last?.ended_at ?? null,
    },
  };
}

/** Changes it. A stored secret goes to no other host than it was entered for. */
export async function saveGateway(tx: Tx, { caller, services }: Call, input: Parsed<typeof smsGatewaySave>): Promise<void> {
  assertWholeSite(caller);
  const { version, secret, ...parts } = input;
  const row = await readGateway(tx);
  const elsewhere = parts.url !== undefined && new URL(parts.url).origin !== new URL(row.url).origin;
  if (elsewhere && row.secret !== null && secret === undefined)
    throw new InvalidInput([{ path: 'secret', namespace: 'terminal-settings', key: 'issue.secretAgain' }]);
  const fields = { ...parts, ...(secret !== undefined && { secret: services.secrets.seal(secret, gatewayPlace) }) };
  await changeObjects(tx, caller, smsGatewayKind, [{ id: row.id, version, fields: fields as Fields }]);
}
