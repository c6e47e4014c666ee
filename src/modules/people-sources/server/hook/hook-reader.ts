import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { parseStrictJson } from '#kit/server/http/strict-json.ts';
import type { HttpPreset } from '../../common/config/http.ts';
import type { RawRecord } from '../connector/connector.ts';
import { idsAt, textOf, valueAt } from '../connector/http/json-path.ts';
import { isSame } from '#platform/secrets/is-same.ts';
import { feishuSignature, HookRefused, openFeishu, openSealed, plainSignature, sealText, sortedSignature } from './hook-crypto.ts';

/** A call as it came. */
export interface HookCall {
  readonly method: 'GET' | 'POST';
  readonly query: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: Buffer;
}

/** Facts by which an event is verified: the secrets for events, the id of company or app, and the time. */
export interface HookWay {
  readonly token: string;
  readonly key: string;
  readonly appId: string;
  readonly now: number;
}

/** What happened there. */
type HookVerb = 'add' | 'change' | 'remove' | 'other';

/** Somebody or something that is to be read again. Values are never taken from an event. */
interface HookObject {
  readonly of: RawRecord['of'];
  readonly id: string;
}

/** What a good call says. */
export interface HookWord {
  /** The address is being tried: nothing happened. */
  readonly isTrial: boolean;
  /** By what the same call is known again. */
  readonly replayKey: string;
  readonly verb: HookVerb;
  readonly objects: readonly HookObject[];
  readonly answer: { readonly type: string; readonly body: string };
}

/** Reads calls of one kind of sender; throws HookRefused for what is not signed, sealed or formed as it should be, or is too old. */
type HookReader = (call: HookCall, way: HookWay) => HookWord;

const json = (value: unknown) => ({ type: 'application/json; charset=utf-8', body: JSON.stringify(value) });
const plain = (body: string) => ({ type: 'text/plain; charset=utf-8', body });

const mostAge = 5 * 60_000;

function assertFresh(millis: number, now: number): void {
  if (!(Math.abs(now - millis) <= mostAge)) throw new HookRefused('time');
}

function parsed(text: string): unknown {
  try {
    return parseStrictJson(text);
  } catch {
    throw new HookRefused('form');
  }
}

/** The text of an element of WeCom's flat XML; what stands inside is an id or a word, never markup. */
const elementOf = (xml: string, name: string): string | undefined =>
  new RegExp(`<${name}>\\s*(?:<!\\[CDATA\\[([^\\]]*)\\]\\]>|([^<]*))\\s*</${name}>`)
    .exec(xml)
    ?.slice(1)
    .find((one) => one !== undefined);

/** What WeCom and DingTalk sealed, once the signature is right. */
function unsealed({ query }: HookCall, { token, key, now }: HookWay, sealed: string | undefined, unit: 1 | 1000) {
  const { timestamp = '', nonce = '' } = query;
  const signature = query['msg_signature'] ?? query['signature'];
  if (sealed === undefined || !isSame(signature, sortedSignature([token, timestamp, nonce, sealed]))) throw new HookRefused('signature');
  assertFresh(Number(timestamp) * unit, now);
  return openSealed(key, sealed);
}

const wecomVerbs: Readonly<Record<string, HookVerb>> = { create: 'add', update: 'change', delete: 'remove' };

const wecom: HookReader = (call, way) => {
  const sealed = call.method === 'GET' ? call.query['echostr'] : elementOf(call.body.toString('utf8'), 'Encrypt');
  const { text, receiver } = unsealed(call, way, sealed, 1000);
  if (receiver !== way.appId) throw new HookRefused('receiver');
  const replayKey = call.query['msg_signature'] ?? '';
  if (call.method === 'GET') return { isTrial: true, replayKey, verb: 'other', objects: [], answer: plain(text) };
  const [, verb = '', what] = /^(create|update|delete)_(user|party)$/.exec(elementOf(text, 'ChangeType') ?? '') ?? [];
  const isContact = elementOf(text, 'Event') === 'change_contact' && what !== undefined;
  const ids = what === 'party' ? [elementOf(text, 'Id')] : [elementOf(text, 'UserID'), elementOf(text, 'NewUserID')];
  const of = what === 'party' ? ('department' as const) : ('employee' as const);
  return {
    isTrial: false,
    replayKey,
    verb: isContact ? (wecomVerbs[verb] ?? 'other') : 'other',
    objects: isContact ? ids.flatMap((id) => (id ? [{ of, id }] : [])) : [],
    answer: plain('success'),
  };
};

const dingtalkVerbs: Readonly<Record<string, readonly [HookVerb, RawRecord['of']]>> = {
  user_add_org: ['add', 'employee'],
  user_modify_org: ['change', 'employee'],
  user_active_org: ['change', 'employee'],
  user_leave_org: ['remove', 'employee'],
  org_dept_create: ['add', 'department'],
  org_dept_modify: ['change', 'department'],
  org_dept_remove: ['remove', 'department'],
};

const dingtalk: HookReader = (call, way) => {
  const body = parsed(call.body.toString('utf8'));
  const { text, receiver } = unsealed(call, way, textOf(valueAt(body, 'encrypt')), 1);
  const said = parsed(text);
  // Older apps are known by their company.
  if (receiver !== way.appId && receiver !== textOf(valueAt(said, 'CorpId'))) throw new HookRefused('receiver');
  const type = textOf(valueAt(said, 'EventType')) ?? '';
  const [verb, of] = dingtalkVerbs[type] ?? (['other', 'employee'] as const);
  const ids = verb === 'other' ? [] : (idsAt(said, of === 'employee' ? 'UserId' : 'DeptId') ?? []);
  const timeStamp = String(way.now);
  const nonce = randomBytes(6).toString('hex');
  const encrypt = sealText(way.key, 'success', receiver);
  return {
    isTrial: type === 'check_url',
    replayKey: call.query['msg_signature'] ?? call.query['signature'] ?? '',
    verb,
    objects: ids.map((id) => ({ of, id })),
    answer: json({ msg_signature: sortedSignature([way.token, timeStamp, nonce, encrypt]), timeStamp, nonce, encrypt }),
  };
};

const feishuVerbs: Readonly<Record<string, HookVerb>> = { created: 'add', updated: 'change', deleted: 'remove' };

const feishu: HookReader = (call, { token, key, now }) => {
  const { body, headers } = call;
  const sealed = textOf(valueAt(parsed(body.toString('utf8')), 'encrypt'));
  // Without a key anybody who knows the token could send what they like.
  if (sealed === undefined) throw new HookRefused('form');
  const signature = headers['x-lark-signature'];
  const timestamp = headers['x-lark-request-timestamp'] ?? '';
  const nonce = headers['x-lark-request-nonce'] ?? '';
  const isSigned = isSame(signature, feishuSignature({ timestamp, nonce, key, body }));
  if (signature !== undefined && !isSigned) throw new HookRefused('signature');
  const said = parsed(openFeishu(key, sealed));
  // Trying the address comes without a signature: its seal and token say enough.
  if (textOf(valueAt(said, 'type')) === 'url_verification') {
    if (!isSame(textOf(valueAt(said, 'token')), token)) throw new HookRefused('token');
    const answer = json({ challenge: textOf(valueAt(said, 'challenge')) ?? '' });
    return { isTrial: true, replayKey: sealed, verb: 'other', objects: [], answer };
  }
  if (!isSigned || !isSame(textOf(valueAt(said, 'header.token')), token)) throw new HookRefused('signature');
  assertFresh(Number(timestamp) * 1000, now);
  const type = textOf(valueAt(said, 'header.event_type')) ?? '';
  const [, what, verb = ''] = /^contact\.(user|department)\.(created|updated|deleted)_v3$/.exec(type) ?? [];
  const id = textOf(valueAt(said, `event.object.${what === 'department' ? 'open_department_id' : 'open_id'}`));
  return {
    isTrial: false,
    replayKey: textOf(valueAt(said, 'header.event_id')) ?? sealed,
    verb: what === undefined ? 'other' : (feishuVerbs[verb] ?? 'other'),
    objects: what === undefined || id === undefined ? [] : [{ of: what === 'user' ? 'employee' : 'department', id }],
    answer: json({}),
  };
};

const object = z.object({ of: z.enum(['employee', 'department']).default('employee'), id: z.string().min(1).max(500) });
const plainBody = z.object({
  id: z.string().max(200).optional(),
  what: z.enum(['add', 'change', 'remove']).default('change'),
  objects: z.array(object).max(1000).default([]),
});

/** `X-Signature: sha256=<hex>` over `<X-Timestamp>.<body>`; the body names what changed. */
const generic: HookReader = ({ method, headers, body }, { key, now }) => {
  const timestamp = headers['x-timestamp'] ?? '';
  const expected = plainSignature(key, timestamp, body);
  const given = headers['x-signature']?.replace(/^sha256=/i, '').toLowerCase();
  if (method !== 'POST' || !isSame(given, expected)) throw new HookRefused('signature');
  assertFresh(Number(timestamp) * 1000, now);
  const read = plainBody.safeParse(parsed(body.toString('utf8')));
  if (!read.success) throw new HookRefused('form');
  const { id, what, objects } = read.data;
  return { isTrial: false, replayKey: id ?? expected, verb: what, objects, answer: json({ received: objects.length }) };
};

/** How each preset says that something changed. */
export const hookReaders: Readonly<Record<HttpPreset, HookReader>> = { generic, wecom, dingtalk, feishu };
