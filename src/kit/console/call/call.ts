import { code, type Envelope } from '#kit/common/codes.ts';
import type { Endpoint, Input, Reply } from '#kit/common/contract.ts';
import { currentLanguage, translate } from '../i18n/i18n.ts';
import { store } from '../store/store.ts';
import { CallError, fieldOf } from './call-error.ts';
import { callHooks } from './call-hooks.ts';
import { inFlight } from './in-flight.ts';
import { requestOf, type WireOperation, type WireRequest } from './request.ts';
import { open, send, TransportError, type OnProgress, type WireAnswer } from './transport.ts';

/** How a call is made. */
export interface CallOptions {
  /** Nothing is shown, nothing for these codes (`canceled` for a call given up), or for what it says yes to. The error is thrown all the same. */
  silent?: boolean | readonly (number | 'canceled')[] | ((error: CallError) => boolean);
  /** A refusal with 10428 is not answered by asking for the password: nobody clicked anything. */
  unasked?: true;
  /** Gives the call up; always silent. */
  signal?: AbortSignal;
  /** Progress of a multipart upload. */
  onProgress?: OnProgress;
  /** Told which batch of the journal the call wrote, where it may be undone. */
  onBatch?: (batchId: string) => void;
  /** The same key from the same administrator within 24 h gets the first answer again. */
  idempotencyKey?: string;
  /** Appended to the address as its last part. */
  restful?: string | number;
}

type Wire<E extends Endpoint> = WireOperation & { readonly __endpoint?: E };

/**
 * Makes a call and answers its data. Every other end is a CallError, shown to the administrator (unless silent) as the error catalogue
 * says; 65001 and 65003 lead to login, 10428 asks for the password and 11070 for the reason, and the call is repeated.
 */
export async function call<E extends Endpoint>(operation: E | Wire<E>, input: Input<E>, options: CallOptions = {}): Promise<Reply<E>> {
  try {
    return (await asking(operation, { input, known: [] }, options)) as Reply<E>;
  } catch (error) {
    return report(error, operation, options);
  }
}

/** Calls, and calls again with what the server asked for: the password, the reason of a change that others must agree to. Each is asked for once. */
async function asking(
  operation: WireOperation,
  { input, known }: { input: unknown; known: readonly number[] },
  options: CallOptions,
): Promise<unknown> {
  try {
    return await attempt(operation, requestOf(operation, input, options.restful), input, options);
  } catch (error) {
    if (!(error instanceof CallError) || options.unasked || known.includes(error.code)) throw error;
    const more = await supplied(error);
    if (!more) throw error;
    return asking(operation, { input: { ...(input as object), ...more }, known: [...known, error.code] }, options);
  }
}

/** What a person adds to a call that was refused for the lack of it; undefined where nothing is to be added. */
async function supplied(error: CallError): Promise<Record<string, string> | undefined> {
  if (error.code === code.stepUp) return (await callHooks().confirmPassword()) ? {} : undefined;
  const field = fieldOf(fieldOf(error.data, 'reason'), 'field');
  if (error.code !== code.approval || typeof field !== 'string') return undefined;
  const { askReason } = callHooks();
  if (!askReason) return undefined;
  const reason = await askReason(Number(fieldOf(error.data, 'needed') ?? 1));
  // Who would not say why has given the change up.
  if (reason === undefined) throw new CallError({ status: 'canceled', code: -3, msg: '' });
  return { [field]: reason };
}

/** Makes a call that answers a file or a stream; refusals are treated as in `call`. */
export async function callRaw<E extends Endpoint>(operation: E | Wire<E>, input: Input<E>, options: CallOptions = {}): Promise<Response> {
  const request = requestOf(operation, input, options.restful);
  const signal = options.signal ?? new AbortController().signal;
  const ask = async (): Promise<Response> => {
    const token = store.get('accessToken');
    const response = await open(request, { headers: headersOf(request, options), signal }).catch((error: unknown) => {
      throw lost(error, false);
    });
    // A file, of JSON too, comes with what it is to be called; what only is JSON is a refusal.
    const isFile = response.headers.has('content-disposition') || !response.headers.get('content-type')?.startsWith('application/json');
    if (response.ok && isFile) return response;
    const answer = { status: response.status, text: await response.text() };
    const error = errorIn(answer, { input, token }, operation);
    // A JSON file is an answer too.
    if (!error) return new Response(answer.text, { status: response.status, headers: response.headers });
    throw error;
  };
  try {
    return await ask();
  } catch (error) {
    if (error instanceof CallError && error.code === code.stepUp && (await callHooks().confirmPassword()))
      return ask().catch((again: unknown) => report(again, operation, options));
    return report(error, operation, options);
  }
}

async function attempt(operation: WireOperation, request: WireRequest, input: unknown, options: CallOptions): Promise<unknown> {
  const flight = inFlight(operation, request.address, options.signal);
  const token = store.get('accessToken');
  try {
    const answer = await send(request, { headers: headersOf(request, options), signal: flight.signal, onProgress: options.onProgress });
    // An answer that arrived in the same moment as the cancellation is not delivered either.
    flight.signal.throwIfAborted();
    const error = errorIn(answer, { input, token }, operation);
    if (error) throw error;
    if (answer.batch !== undefined) options.onBatch?.(answer.batch);
    return envelopeIn(answer.text)?.data;
  } catch (error) {
    if (error instanceof CallError) throw error;
    throw lost(error, flight.timedOut(), flight.superseded());
  } finally {
    flight.end();
  }
}

/** Headers of every call: the session, the reader's language, the type of the body. */
function headersOf(request: WireRequest, { idempotencyKey }: CallOptions): Record<string, string> {
  const token = store.get('accessToken');
  return {
    'accept-language': currentLanguage().replace('_', '-'),
    // The server binds the token of a browser to a cookie.
    'x-wheelhouse-browser': '1',
    ...(token && { accessToken: token }),
    ...(request.contentType && { 'content-type': request.contentType }),
    ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
  };
}

function errorIn(answer: WireAnswer, sent: { input: unknown; token: string }, operation: WireOperation): CallError | undefined {
  const envelope = envelopeIn(answer.text);
  const http = answer.status;
  const succeeded = http === 200 || http === 201;
  if (succeeded && envelope?.code === code.done) return undefined;
  const facts = { code: envelope?.code ?? -1, data: envelope?.data, http, ...sent };
  if (http === 403 && envelope?.code === code.notGranted)
    return new CallError({ ...facts, status: 'refused', msg: notGranted(envelope, operation) });
  if (succeeded && envelope?.code === code.outOfRange) return new CallError({ ...facts, status: 'refused', msg: outOfRange(envelope) });
  if (succeeded && envelope) return new CallError({ ...facts, status: 'refused', msg: envelope.msg });
  const reason = envelope?.msg ? ` ${envelope.msg}` : '';
  return new CallError({ ...facts, status: 'status', msg: translate('kit', 'call.status', { status: http }) + reason });
}

function notGranted(envelope: Envelope<unknown>, operation: WireOperation): string {
  const named = fieldOf(envelope.data, 'code');
  const needed = typeof named === 'string' ? named : 'code' in operation.access ? operation.access.code : '';
  return translate('kit', 'call.notGranted', { name: callHooks().nameOf(needed) ?? needed });
}

function outOfRange(envelope: Envelope<unknown>): string {
  const range = fieldOf(envelope.data, 'range');
  const text = translate('kit', 'call.outOfRange');
  return typeof range === 'string' && range ? `${text} ${translate('kit', 'call.missingRange', { range })}` : text;
}

function envelopeIn(text: string): Envelope<unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    const answer = fieldOf(value, 'code');
    const msg = fieldOf(value, 'msg');
    return typeof answer === 'number'
      ? { code: answer, msg: typeof msg === 'string' ? msg : '', data: fieldOf(value, 'data') ?? null }
      : undefined;
  } catch {
    return undefined;
  }
}

/** The words of Chromium, Firefox and Safari for a server that cannot be reached: they know one language. */
const unreachable = /^(Failed to fetch|NetworkError when attempting to fetch resource\.?|Load failed)$/;

function reasonOf(error: unknown): string {
  const words = error instanceof Error ? error.message : String(error);
  return unreachable.test(words) ? translate('kit', 'call.unreachable') : words;
}

function lost(error: unknown, timedOut: boolean, superseded = false): unknown {
  if (error instanceof CallError) return error;
  if (timedOut || error instanceof TransportError) {
    const reason = timedOut ? translate('kit', 'call.timeout') : reasonOf(error);
    return new CallError({ status: 'failed', code: -1, msg: translate('kit', 'call.failed', { reason }) });
  }
  if (error instanceof Error && error.name === 'AbortError') {
    return new CallError({ status: 'canceled', code: superseded ? -2 : -3, msg: superseded ? translate('kit', 'call.blocked') : '' });
  }
  return error;
}

function report(error: unknown, operation: WireOperation, options: CallOptions): never {
  if (!(error instanceof CallError)) throw error;
  // oxlint-disable-next-line no-console -- a failed request leaves its note on the browser's console, where support looks first
  if (error.status === 'failed') console.error(`${operation.method} ${operation.path}: ${error.msg}`);
  if (error.endsSession) {
    // A late answer about the session before this one ends nothing: somebody signed in again, or came back from looking on as another.
    if (error.token === store.get('accessToken')) callHooks().signedOut(error);
  } else if (error.msg && !isSilent(error, options.silent)) callHooks().show(error.msg, error, operation);
  throw error;
}

function isSilent(error: CallError, silent: CallOptions['silent']): boolean {
  if (typeof silent === 'boolean' || silent === undefined) return silent ?? false;
  if (typeof silent === 'function') return silent(error);
  return silent.includes(error.canceled ? 'canceled' : error.code);
}
