import type { FastifyReply } from 'fastify';
import type { z } from 'zod';
import { code, moduleOfCode, type Envelope, type Issue } from '#kit/common/codes.ts';
import { wordIssue } from '#kit/common/issue-wording.ts';
import type { Language } from '#kit/common/language.ts';
import { AtWork, Busy, InvalidInput, NoRoom, Overload, ReasonAsked, Refusal } from './refusal.ts';
import type { Texts } from './texts.ts';

/** Status and body of an answer. */
export interface Answer {
  status: number;
  body: Envelope<unknown>;
  retryAfter?: number;
  /** The first answer to the same key, not that of a call done now. */
  isRepeated?: boolean;
}

/** The envelope of success. */
export function done(data: unknown): Answer {
  return { status: 200, body: { code: code.done, msg: 'ok', data: data ?? null } };
}

/** The envelope of an error a handler threw, in the caller's language; undefined for what is not a business answer. */
export function refused(error: unknown, language: Language, texts: Texts): Answer | undefined {
  if (error instanceof InvalidInput) {
    const issues = error.issues.map(({ path, namespace, key, params }) => ({
      path,
      message: texts.text(language, namespace, key, params),
    }));
    return invalid(issues, language, texts);
  }
  if (!(error instanceof Refusal)) return undefined;
  const msg = texts.text(language, moduleOfCode(error.answer), keyOf(error), error.params);
  const retryAfter = retryAfterOf(error);
  return {
    status: error instanceof Overload ? 429 : statusOf(error.answer),
    body: { code: error.answer, msg, data: error.data },
    ...(retryAfter !== undefined && { retryAfter }),
  };
}

/** One code may be answered for two reasons that are told in different words. */
function keyOf(error: Refusal): string {
  if (error instanceof NoRoom) return 'error.noRoom';
  if (error instanceof AtWork) return 'error.atWork';
  if (error instanceof Busy) return 'error.busy';
  return error instanceof ReasonAsked ? `error.${error.answer}.reason` : `error.${error.answer}`;
}

/** Seconds after which a call that is away for now is worth another try. */
const awaySeconds = 5;

function retryAfterOf(error: Refusal): number | undefined {
  if (error.answer === code.tooMany) return Number(error.params['seconds'] ?? 1);
  return error.answer === code.unavailable ? awaySeconds : undefined;
}

/** The answer to input that does not fit its schema: one issue a field, in the caller's language. */
export function invalid(issues: Issue[], language: Language, texts: Texts): Answer {
  return { status: 200, body: { code: code.invalid, msg: texts.text(language, 'kit', `error.${code.invalid}`), data: { issues } } };
}

/** The issues of a failed parse: the first at each path, worded by the kit's catalogue. */
export function issuesOf(error: z.ZodError, language: Language, texts: Texts): Issue[] {
  const seen = new Map<string, Issue>();
  for (const issue of error.issues) {
    const paths = issue.code === 'unrecognized_keys' ? issue.keys.map((key) => [...issue.path, key].join('.')) : [issue.path.join('.')];
    for (const path of paths) if (!seen.has(path)) seen.set(path, { path, message: wordingOf(issue, language, texts) });
  }
  return [...seen.values()];
}

function wordingOf(issue: z.core.$ZodIssue, language: Language, texts: Texts): string {
  return wordIssue(issue, (key, params) => {
    const text = texts.text(language, 'kit', key, params);
    return text === key ? undefined : text;
  });
}

function statusOf(answer: number): number {
  if (answer === code.notGranted) return 403;
  if (answer === code.unavailable) return 503;
  return answer === code.internal ? 500 : 200;
}

/** Sends an answer: not cached unless its handler names a version of it, with Retry-After where the caller should wait. */
export function send(response: FastifyReply, answer: Answer): FastifyReply {
  if (answer.retryAfter !== undefined) response.header('retry-after', String(answer.retryAfter));
  if (answer.isRepeated) response.header('idempotency-replayed', 'true');
  const tag = response.getHeader('etag');
  if (typeof tag !== 'string' || answer.body.code !== code.done)
    return response.removeHeader('etag').header('cache-control', 'no-store').status(answer.status).send(answer.body);
  // What has a version of its own is kept by the browser and asked for again each time.
  void response.header('cache-control', 'private, no-cache').header('vary', 'accesstoken, accept-language');
  const known = response.request.headers['if-none-match']?.replace(/^W\//, '');
  return known === tag ? response.status(304).send() : response.status(answer.status).send(answer.body);
}
