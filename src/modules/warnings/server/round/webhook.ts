import { createHmac } from 'node:crypto';
import type { Services } from '#kit/server/services.ts';
import { OutboundError } from '#platform/outbound/outbound-error.ts';
import type { Person } from './persons.ts';
import type { Message } from './compose.ts';

/** Where the secret of a webhook is sealed for. */
export const webhookPlace = (id: string) => ({ table: 'notice_person', column: 'webhook_secret', row: id });

/** What came of a delivery: the other side's answer, without secrets. */
export interface Delivered {
  readonly ok: boolean;
  readonly answer: string;
}

const timeoutMillis = 5_000;

/** The body in the shape that the other system takes. */
function webhookBody(preset: Person['webhook_preset'], message: Message, more: { id: string; at: number }): object {
  const content = `${message.title}\n${message.lines.length > 1 ? `${message.text}\n` : ''}${message.link}`;
  if (preset === 'wecom' || preset === 'dingtalk') return { msgtype: 'text', text: { content } };
  if (preset === 'feishu') return { msg_type: 'text', content: { text: content } };
  return { id: more.id, time: more.at, title: message.title, link: message.link, warnings: message.lines };
}

/** Posts a message; `X-Signature` is the HMAC of the time, a dot and the body, where there is a secret. */
export async function postWebhook(
  services: Pick<Services, 'outbound' | 'secrets'>,
  person: Pick<Person, 'id' | 'webhook_url' | 'webhook_preset' | 'webhook_secret'>,
  { message, id, at }: { message: Message; id: string; at: number },
): Promise<Delivered> {
  if (person.webhook_url === null) return { ok: false, answer: 'no address' };
  const body = JSON.stringify(webhookBody(person.webhook_preset, message, { id, at }));
  const signature = (secret: string): string =>
    `sha256=${createHmac('sha256', services.secrets.open(secret, webhookPlace(person.id)))
      .update(`${at}.${body}`)
      .digest('hex')}`;
  try {
    const reply = await services.outbound.fetch(person.webhook_url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-time': String(at),
        ...(person.webhook_secret !== null && { 'x-signature': signature(person.webhook_secret) }),
      },
      body,
      timeoutMs: timeoutMillis,
      maxBytes: 64 * 1024,
      redirects: 0,
    });
    const text = await reply.text();
    return answerOf(person.webhook_preset, reply.status, text);
  } catch (error) {
    if (error instanceof OutboundError) return { ok: false, answer: error.category };
    throw error;
  }
}

/** Robots answer 200 whatever happened: their code says it. */
function answerOf(preset: Person['webhook_preset'], status: number, text: string): Delivered {
  const shown = text.replace(/\s+/g, ' ').slice(0, 200);
  if (status < 200 || status > 299) return { ok: false, answer: `HTTP ${status} ${shown}`.trim() };
  if (preset === 'plain' || preset === null) return { ok: true, answer: `HTTP ${status}` };
  const code = codeIn(text);
  return { ok: code === 0, answer: code === 0 ? `HTTP ${status}` : `HTTP ${status} ${shown}`.trim() };
}

function codeIn(text: string): number | undefined {
  try {
    const body = JSON.parse(text) as { errcode?: unknown; code?: unknown; StatusCode?: unknown };
    const code = body.errcode ?? body.code ?? body.StatusCode;
    return typeof code === 'number' ? code : undefined;
  } catch {
    return undefined;
  }
}
