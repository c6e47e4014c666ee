import { createHmac, randomUUID } from 'node:crypto';
import type { CoreServices } from '#kit/server/services.ts';
import { callInterface, signedText } from '#modules/gateway/server/public.ts';
import { OutboundError, toOutboundError } from '#platform/outbound/outbound-error.ts';
import type { AnswerClass } from '../../../common/item/words.ts';
import type { TodoSystem } from '../system.ts';

/** How a call ended for its answer. `notSent`: nothing reached the system. */
export interface CallResult {
  readonly outcome: 'confirmed' | 'refused' | 'unknown' | 'failed' | 'notSent';
  readonly class: AnswerClass;
  readonly status: number;
  readonly message: string;
  /** Refused fields with the system's words. */
  readonly fields: Readonly<Record<string, string>>;
  /** What the system says of the item. */
  readonly state: string;
  readonly stage: string;
  /** The first characters of what came back. */
  readonly answer: string;
}

const mostBytes = 64 * 1024;
const shownCharacters = 4_000;
const mostMessage = 500;

const resultOf = (outcome: CallResult['outcome'], how: AnswerClass, more: Partial<CallResult> = {}): CallResult => ({
  outcome,
  class: how,
  status: 0,
  message: '',
  fields: {},
  state: '',
  stage: '',
  answer: '',
  ...more,
});

const textIn = (value: object, name: string): string => {
  const found: unknown = Reflect.get(value, name);
  return typeof found === 'string' ? found.slice(0, mostMessage) : '';
};

function fieldsIn(value: object): Record<string, string> {
  const given: unknown = Reflect.get(value, 'fields');
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return {};
  return Object.fromEntries(
    Object.entries(given)
      .filter((one): one is [string, string] => typeof one[1] === 'string')
      .slice(0, 100)
      .map(([path, words]) => [path.slice(0, 100), words.slice(0, 200)]),
  );
}

/** What a system answered in its envelope; undefined where it is none. */
function told(value: unknown): CallResult | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const answered: unknown = Reflect.get(value, 'code');
  if (typeof answered !== 'number') return undefined;
  const message = textIn(value, 'message') || textIn(value, 'msg');
  if (answered !== 0) return resultOf('refused', 'refused', { message: message || String(answered), fields: fieldsIn(value) });
  return resultOf('confirmed', 'ok', { message, state: textIn(value, 'state'), stage: textIn(value, 'stage').slice(0, 32) });
}

function byStatus(status: number, text: string): CallResult {
  const seen = { status, answer: text.slice(0, shownCharacters) };
  if (status >= 500 || status === 429) return resultOf('unknown', 'serverError', { ...seen, message: `HTTP ${status}` });
  if (status >= 300) return resultOf('failed', 'rejected', { ...seen, message: `HTTP ${status}` });
  try {
    const found = told(JSON.parse(text));
    if (found) return { ...found, ...seen };
  } catch {
    // No JSON: nobody knows what became of it.
  }
  return resultOf('unknown', 'notUnderstood', { ...seen, message: `HTTP ${status}` });
}

const ofError: Readonly<Record<string, CallResult>> = {
  denied: resultOf('failed', 'egress'),
  breaker: resultOf('notSent', 'breaker'),
  busy: resultOf('notSent', 'breaker'),
  cancelled: resultOf('unknown', 'stopped'),
  dns: resultOf('unknown', 'connection'),
  refused: resultOf('unknown', 'connection'),
  tls: resultOf('unknown', 'tls'),
  timeout: resultOf('unknown', 'timeout'),
  tooLarge: resultOf('unknown', 'notUnderstood'),
};

/** Headers by which a system knows who calls: signed like calls of systems to the gateway, under the secret of its answers. */
function signedHeaders({
  url,
  body,
  keyId,
  secret,
  now,
}: {
  readonly url: string;
  readonly body: string;
  readonly keyId: string;
  readonly secret: string;
  readonly now: number;
}): Record<string, string> {
  const { pathname, search } = new URL(url);
  const [timestamp, nonce] = [String(now), randomUUID()];
  const text = signedText({ method: 'POST', url: pathname + search, body: Buffer.from(body), timestamp, nonce });
  return {
    'content-type': 'application/json',
    'x-key-id': keyId,
    'x-timestamp': timestamp,
    'x-nonce': nonce,
    'x-signature': createHmac('sha256', secret).update(text).digest('base64'),
  };
}

/** Tells a system something at its address; never throws for what went wrong there. */
export async function postToSystem(
  services: Pick<CoreServices, 'outbound' | 'secrets' | 'now'>,
  system: Pick<TodoSystem, 'id' | 'code' | 'answerUrl' | 'answerSecret'>,
  message: object,
  { timeoutMs, signal }: { readonly timeoutMs: number; readonly signal?: AbortSignal },
): Promise<CallResult> {
  const { answerUrl: url, answerSecret } = system;
  if (url === null || answerSecret === null) return resultOf('failed', 'noAddress');
  const secret = services.secrets.open(answerSecret, { table: 'todo_system', column: 'answer_secret', row: system.id });
  const body = JSON.stringify(message);
  try {
    const { status, body: bytes } = await services.outbound.ask(url, {
      method: 'POST',
      headers: signedHeaders({ url, body, keyId: system.code, secret, now: services.now() }),
      body,
      timeoutMs,
      maxBytes: mostBytes,
      redirects: 0,
      ...(signal && { signal }),
    });
    return byStatus(status, bytes.toString('utf8'));
  } catch (error) {
    const { category } = error instanceof OutboundError ? error : toOutboundError(error);
    return ofError[category] ?? resultOf('unknown', 'connection');
  }
}

/** Classes of an interface's call that will be the same however often it is asked. */
const lasting = new Set(['signIn', 'permission', 'notFound', 'schema', 'transform', 'egress']);

/** Tells a system something through an interface of the access service, as the person who decided. */
export async function postByInterface(
  services: Parameters<typeof callInterface>[0],
  system: Pick<TodoSystem, 'answerInterfaceId'>,
  message: Readonly<Record<string, unknown>>,
  {
    employee,
    timeoutMs,
    signal,
  }: {
    readonly employee: { readonly uid: string; readonly account: string; readonly name: string };
    readonly timeoutMs: number;
    readonly signal?: AbortSignal;
  },
): Promise<CallResult> {
  const { answerInterfaceId } = system;
  if (answerInterfaceId === null) return resultOf('failed', 'noAddress');
  const by = { module: 'todo-forms', employee };
  const answer = await callInterface(services, by, answerInterfaceId, { params: message, timeoutMs, ...(signal && { signal }) });
  const seen = { status: answer.status, answer: JSON.stringify(answer.data ?? null).slice(0, shownCharacters), message: answer.class };
  if (answer.class === 'ok') return { ...(told(answer.data) ?? resultOf('confirmed', 'ok')), status: answer.status, answer: seen.answer };
  if (answer.class === 'breaker' || answer.class === 'limited') return resultOf('notSent', 'breaker', seen);
  return resultOf(lasting.has(answer.class) ? 'failed' : 'unknown', 'interface', seen);
}
