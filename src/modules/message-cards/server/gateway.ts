import { createHmac } from 'node:crypto';
import { sql } from 'kysely';
import { z } from 'zod';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { languageOf } from '#kit/common/language.ts';
import { refused } from '#kit/server/answer.ts';
import { parseStrictJson } from '#kit/server/http/strict-json.ts';
import type { Protocol } from '#kit/server/protocol.ts';
import { InvalidInput, notFound, Refusal } from '#kit/server/refusal.ts';
import type { Services } from '#kit/server/services.ts';
import { announce, conversationOfGroup } from '#modules/messaging/server/public.ts';
import { isSame } from '#platform/secrets/is-same.ts';
import { assertData, changeCard, sendCard, type CardContent } from './cards.ts';

interface System {
  id: string;
  name: string;
  secret: string | null;
  templateIds: string[];
  perMinute: number;
}

const skewMillis = 300_000;
const values = z.record(z.string().max(32), z.string().max(5000));
const sending = z.strictObject({
  template: z.string().max(48),
  outId: z.string().min(1).max(100),
  people: z.array(z.uuid()).max(1000).default([]),
  groups: z.array(z.uuid()).max(100).default([]),
  data: values.default({}),
  privateData: z.record(z.uuid(), values).default({}),
});
const updating = z.strictObject({
  outId: z.string().min(1).max(100),
  data: values.optional(),
  privateData: z.record(z.uuid(), values).optional(),
  done: z.boolean().default(false),
});
const recalling = z.strictObject({ outId: z.string().min(1).max(100) });

/** Who calls: the system by its id, with an HMAC of its secret over time, nonce and body; each nonce serves once. */
async function systemOf(services: Services, request: FastifyRequest, body: string): Promise<System> {
  const header = (name: string): string => String(request.headers[name] ?? '');
  const [systemId, timestamp, nonce, signature] = [header('x-system'), header('x-timestamp'), header('x-nonce'), header('x-signature')];
  const now = services.now();
  if (
    !z.uuid().safeParse(systemId).success ||
    !/^[\w-]{16,64}$/.test(nonce) ||
    Math.abs(now - Number(timestamp)) > skewMillis ||
    !/^[0-9a-f]{64}$/.test(signature)
  )
    throw new Refusal(65001);
  const { rows } = await sql<System>`select id, name, secret, template_ids as "templateIds", per_minute as "perMinute" from im_card_system
    where id = ${systemId}::uuid and enabled`.execute(services.database.db);
  const [system] = rows;
  if (!system || system.secret === null) throw new Refusal(65001);
  const secret = services.secrets.open(system.secret, { table: 'im_card_system', column: 'secret', row: system.id });
  const wanted = createHmac('sha256', secret).update(`${timestamp}.${nonce}.${body}`).digest();
  if (!isSame(Buffer.from(signature, 'hex'), wanted)) throw new Refusal(65001);
  const spent =
    await sql`insert into im_card_nonce (system_id, nonce, at) values (${system.id}::uuid, ${nonce}, ${now}) on conflict do nothing
    returning nonce`.execute(services.database.db);
  if (spent.rows.length === 0) throw new Refusal(65001);
  const { rows: recent } = await sql<{ n: number }>`select count(*)::int as n from im_card_nonce where system_id = ${system.id}::uuid
    and at > ${now - 60_000}`.execute(services.database.db);
  if (recent[0]!.n > system.perMinute) throw new Refusal(10429, { seconds: 60 });
  return system;
}

function parsed<S extends z.ZodType>(schema: S, body: string): z.output<S> {
  const result = schema.safeParse(parseStrictJson(body));
  if (result.success) return result.data;
  throw new InvalidInput(result.error.issues.map(({ path }) => ({ path: path.join('.'), namespace: 'kit', key: 'issue.body' })));
}

async function send(services: Services, system: System, body: string): Promise<unknown> {
  const input = parsed(sending, body);
  const { db } = services.database;
  const before = await sql<{ id: string }>`select id from im_card where system_id = ${system.id}::uuid and out_id = ${input.outId}`.execute(
    db,
  );
  if (before.rows[0]) return { cardId: before.rows[0].id, repeated: true };
  const { rows } = await sql<{ id: string; number: number; content: CardContent }>`select t.id, v.number, v.content from im_card_template t
    join im_card_version v on v.template_id = t.id and v.number = t.published where lower(t.code) = lower(${input.template}) and t.enabled`.execute(
    db,
  );
  const [template] = rows;
  if (!template || !system.templateIds.includes(template.id)) throw notFound();
  assertData(template.content, input.data);
  const people = await sql<{ id: string }>`select id from employee where id = any(${input.people}::uuid[]) and status = 'active'`.execute(
    db,
  );
  const chats: string[] = [];
  for (const id of input.groups) {
    const chat = await conversationOfGroup(db, id);
    if (chat) chats.push(chat.id);
  }
  const sent = await db.transaction().execute((tx) =>
    sendCard(tx, services, {
      systemId: system.id,
      templateId: template.id,
      templateVersion: template.number,
      content: template.content,
      outId: input.outId,
      data: input.data,
      privateData: input.privateData,
      people: people.rows.map(({ id }) => id),
      conversationIds: chats,
    }),
  );
  await announce(services, sent.news);
  const delivered = sent.places.length;
  return {
    cardId: sent.cardId,
    repeated: false,
    targets: input.people.length + input.groups.length,
    delivered,
    skipped: input.people.length + input.groups.length - delivered,
  };
}

async function change(services: Services, system: System, outId: string, wanted: Parameters<typeof changeCard>[3]): Promise<unknown> {
  const { db } = services.database;
  const { rows } = await sql<{ id: string; content: CardContent }>`select c.id, v.content from im_card c
    join im_card_version v on v.template_id = c.template_id and v.number = c.template_version
    where c.system_id = ${system.id}::uuid and c.out_id = ${outId}`.execute(db);
  const [card] = rows;
  if (!card) throw notFound();
  if (wanted.data) assertData(card.content, wanted.data);
  const news = await db.transaction().execute((tx) => changeCard(tx, services, card.id, wanted));
  await announce(services, news);
  return { cardId: card.id };
}

type Work = (services: Services, system: System, body: string) => Promise<unknown>;
const works: Readonly<Record<string, Work>> = {
  '/send': send,
  '/update': (services, system, body) => {
    const { outId, data, privateData, done } = parsed(updating, body);
    return change(services, system, outId, {
      ...(data && { data }),
      ...(privateData && { privateData }),
      state: done ? 'done' : 'updated',
    });
  },
  '/recall': (services, system, body) => change(services, system, parsed(recalling, body).outId, { state: 'recalled' }),
};

async function serve(services: Services, request: FastifyRequest, response: FastifyReply, work: Work): Promise<FastifyReply> {
  const body = Buffer.isBuffer(request.body) ? request.body.toString() : '';
  try {
    const system = await systemOf(services, request, body);
    return await response.send({ code: 0, msg: 'ok', data: await work(services, system, body) });
  } catch (error) {
    const answer = refused(error, languageOf(request.headers['accept-language']), services.texts);
    if (!answer) throw error;
    return response.status(answer.status).send(answer.body);
  }
}

/** Cards of systems: signed calls below /gateway/sys/im/card. */
export const cardGateway: Protocol = {
  prefix: '/gateway/sys/im/card',
  raw: true,
  routes: Object.entries(works).map(([path, work]) => ({
    method: 'POST' as const,
    path,
    bodyLimit: 256 * 1024,
    handle: (services, request, response) => serve(services, request, response, work),
  })),
  fail: (error, request, response) => {
    request.log.error({ err: error }, 'A call of a system failed');
    return response.status(500).send({ code: 10500, msg: '', data: null });
  },
};
