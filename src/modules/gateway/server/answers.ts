import { moduleOfCode } from '#kit/common/codes.ts';
import { refused } from '#kit/server/answer.ts';
import { isRaw, traceOf, type Calling } from './calling.ts';
import type { Loaded, RunCaller, RunResult } from './run/context.ts';
import { nothing } from './run/context.ts';
import { envelopeOf } from './run/envelope.ts';
import { CallFailure, envelopeStatus, statusOfCode } from './run/failure.ts';
import { logCall } from './run/log-call.ts';
import { reasonWords } from './run/sentences.ts';

const passed = ['content-disposition', 'etag', 'last-modified', 'content-language', 'location'];

/** Sends how a call ended; answers what was sent. */
export async function sendResult(calling: Calling, loaded: Loaded, result: RunResult): Promise<{ answer: Buffer; httpStatus: number }> {
  const { response, trace } = calling;
  if (result.cache !== 'off') response.header('x-gateway-cache', result.cache);
  if (result.class !== 'ok') {
    const made = failureAnswer(
      calling,
      { class: result.class, code: result.code, params: result.params, status: result.status },
      isRaw(loaded),
    );
    if (result.retryAfter !== undefined) response.header('retry-after', String(result.retryAfter));
    await response.status(made.status).type('application/json; charset=utf-8').send(made.body);
    return { answer: made.body, httpStatus: made.status };
  }
  const raw = isRaw(loaded) && result.raw !== null;
  const body = raw ? result.raw! : (result.envelope ?? envelopeOf(result.data));
  trace.note('answer', `${raw ? result.status : 200}, ${body.length} bytes`);
  if (raw) for (const name of passed) if (result.headers[name] !== undefined) response.header(name, result.headers[name]);
  const status = raw ? result.status : 200;
  // What a system behind serves is never a page of ours.
  if (raw) response.header('content-security-policy', 'sandbox').header('x-content-type-options', 'nosniff');
  const type = raw ? result.contentType || 'application/octet-stream' : 'application/json; charset=utf-8';
  await response.status(status).type(type).send(body);
  return { answer: body, httpStatus: status };
}

function failureAnswer(
  { services, language, response }: Pick<Calling, 'services' | 'language' | 'response'>,
  failure: { class: string; code: number; params: Readonly<Record<string, unknown>>; status: number },
  raw: boolean,
): { body: Buffer; status: number } {
  response.header('x-gateway-error', failure.class);
  const msg = services.texts.text(language, moduleOfCode(failure.code), `error.${failure.code}`, {
    ms: '',
    reason: '',
    n: '',
    name: '',
    path: '',
    class: failure.class,
    issues: '',
    day: 'day',
    ...failure.params,
    ...(typeof failure.params['reason'] === 'string' && { reason: reasonWords(services.texts, language, failure.params['reason']) }),
  });
  const data = failure.code === 14309 ? { issues: failure.params['issues'] ?? '' } : null;
  const status = failure.status > 0 ? failure.status : raw ? statusOfCode(failure.code) : envelopeStatus(failure.code);
  return { body: Buffer.from(JSON.stringify({ code: failure.code, msg, data })), status };
}

/** Sends a failure. */
export function sendFailure(calling: Pick<Calling, 'services' | 'language' | 'response'>, failure: CallFailure, raw: boolean): void {
  const made = failureAnswer(
    calling,
    { class: failure.class, code: failure.code, params: failure.facts.params ?? {}, status: failure.facts.status ?? 0 },
    raw,
  );
  if (failure.facts.retryAfter !== undefined) calling.response.header('retry-after', String(failure.facts.retryAfter));
  void calling.response.status(made.status).type('application/json; charset=utf-8').send(made.body);
}

/** Answers a call that came to no run: refused by its caller, grant or limits. Of a known interface it stands in the log. */
export function refuse(calling: Calling, loaded: Loaded | undefined, error: unknown, caller: RunCaller): void {
  const { services, response, language, requestId, at, input, trace } = calling;
  if (!(error instanceof CallFailure)) {
    const told = refused(error, language, services.texts);
    if (!told) throw error;
    void response
      .status(told.status)
      .type('application/json; charset=utf-8')
      .send(Buffer.from(JSON.stringify(told.body)));
    return;
  }
  sendFailure(calling, error, isRaw(loaded));
  if (loaded) {
    const result: RunResult = {
      class: error.class,
      code: error.code,
      params: error.facts.params ?? {},
      status: 0,
      targetStatus: null,
      data: null,
      raw: null,
      contentType: 'application/json',
      headers: {},
      cache: 'off',
      tries: 0,
      msTarget: 0,
      sent: nothing,
      received: nothing,
    };
    logCall({
      services,
      at,
      requestId,
      traceId: traceOf(input),
      loaded,
      caller,
      input,
      result,
      trace,
      hidden: new Set(),
      answer: Buffer.alloc(0),
      httpStatus: response.statusCode,
      test: false,
    });
  }
}
