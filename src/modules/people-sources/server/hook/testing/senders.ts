import { createCipheriv, createHash, randomBytes } from 'node:crypto';
import { feishuSignature, plainSignature, sealText, sortedSignature } from '../hook-crypto.ts';

/** Keys with which a test's sender signs and seals. */
export interface Sender {
  readonly token: string;
  readonly key: string;
  readonly appId: string;
  /** Milliseconds. */
  readonly now: number;
}

/** A call to be sent. */
export interface Sent {
  readonly query: Record<string, string>;
  readonly headers: Record<string, string>;
  readonly body: string;
}

const nonceOf = (): string => randomBytes(6).toString('hex');

/** What WeCom sends when somebody changed. */
export function wecomEvent({ token, key, appId, now }: Sender, type: string, fields: Readonly<Record<string, string>>): Sent {
  const inside = Object.entries({
    ToUserName: appId,
    FromUserName: 'sys',
    MsgType: 'event',
    Event: 'change_contact',
    ChangeType: type,
    ...fields,
  })
    .map(([name, value]) => `<${name}><![CDATA[${value}]]></${name}>`)
    .join('');
  const sealed = sealText(key, `<xml>${inside}</xml>`, appId);
  const [timestamp, nonce] = [String(Math.floor(now / 1000)), nonceOf()];
  return {
    query: { msg_signature: sortedSignature([token, timestamp, nonce, sealed]), timestamp, nonce },
    headers: { 'content-type': 'text/xml' },
    body: `<xml><ToUserName><![CDATA[${appId}]]></ToUserName><AgentID></AgentID><Encrypt><![CDATA[${sealed}]]></Encrypt></xml>`,
  };
}

/** What WeCom asks when the address is entered there; the text must come back. */
export function wecomTrial({ token, key, appId, now }: Sender, text: string): Record<string, string> {
  const echostr = sealText(key, text, appId);
  const [timestamp, nonce] = [String(Math.floor(now / 1000)), nonceOf()];
  return { msg_signature: sortedSignature([token, timestamp, nonce, echostr]), timestamp, nonce, echostr };
}

/** What DingTalk sends. */
export function dingtalkEvent({ token, key, appId, now }: Sender, event: object): Sent {
  const encrypt = sealText(key, JSON.stringify(event), appId);
  const [timestamp, nonce] = [String(now), nonceOf()];
  const signature = sortedSignature([token, timestamp, nonce, encrypt]);
  return {
    query: { signature, msg_signature: signature, timestamp, nonce },
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ encrypt }),
  };
}

/** What Feishu sends. */
export function feishuEvent({ token, key, now }: Sender, type: string, object: object, id = nonceOf()): Sent {
  const event = { schema: '2.0', header: { event_id: id, token, event_type: type, create_time: String(now) }, event: { object } };
  return feishuSealed({ key, now }, event);
}

/** Anything sealed and signed as Feishu does. */
export function feishuSealed({ key, now }: Pick<Sender, 'key' | 'now'>, said: object): Sent {
  const vector = randomBytes(16);
  const cipher = createCipheriv('aes-256-cbc', createHash('sha256').update(key).digest(), vector);
  const encrypt = Buffer.concat([vector, cipher.update(JSON.stringify(said)), cipher.final()]).toString('base64');
  const body = JSON.stringify({ encrypt });
  const [timestamp, nonce] = [String(Math.floor(now / 1000)), nonceOf()];
  return {
    query: {},
    headers: {
      'content-type': 'application/json',
      'x-lark-request-timestamp': timestamp,
      'x-lark-request-nonce': nonce,
      'x-lark-signature': feishuSignature({ timestamp, nonce, key, body: Buffer.from(body) }),
    },
    body,
  };
}

/** What a system of one's own sends. */
export function plainEvent({ key, now }: Pick<Sender, 'key' | 'now'>, said: object): Sent {
  const body = JSON.stringify(said);
  const timestamp = String(Math.floor(now / 1000));
  const headers = {
    'content-type': 'application/json',
    'x-timestamp': timestamp,
    'x-signature': `sha256=${plainSignature(key, timestamp, Buffer.from(body))}`,
  };
  return { query: {}, headers, body };
}
