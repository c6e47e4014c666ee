import type { HttpSourceConfig } from '../../../../common/source/config/http.ts';
import { SourceFailure } from '../connector.ts';
import type { Credentials, HttpAnswer, HttpCall, HttpClient } from './http-client.ts';
import { objectsIn, textOf, valueAt } from './json-path.ts';

/** A request that answers a list. */
export type ListRequest = NonNullable<HttpSourceConfig['people']>;
type Paging = ListRequest['paging'];

/** Whom a list is asked of. */
export interface Asked {
  readonly client: HttpClient;
  readonly credentials: Credentials;
  readonly base: string;
}

/** What differs from call to call. */
export interface Filled {
  readonly department?: string;
  /** Name and value of the parameter with the cursor of the last reading. */
  readonly since?: readonly [string, string];
}

/** A page of records, with the answer around them. */
export interface Page {
  readonly records: readonly Record<string, unknown>[];
  readonly body: unknown;
}

const mostPages = 100_000;

/** A list, page by page, to its end. A page that says the same as the one before ends it with a failure: it would go on for ever. */
export async function* pagesOf(asked: Asked, request: ListRequest, filled: Filled = {}): AsyncGenerator<Page> {
  let step: Step = firstStep(request.paging);
  let before = '';
  for (let count = 0; count < mostPages; count += 1) {
    const answer = await asked.client.ask(callOf(asked.base, request, { filled, step }), asked.credentials);
    const found = valueAt(answer.body, request.records);
    if (found !== undefined && found !== null && !Array.isArray(found)) throw new SourceFailure('protocol', request.records);
    const records = objectsIn(found);
    yield { records, body: answer.body };
    const next = nextStep(request.paging, { step, answer, size: records.length });
    if (next === undefined) return;
    const mark = JSON.stringify(next);
    if (mark === before) throw new SourceFailure('protocol', request.path);
    before = mark;
    step = next;
  }
  throw new SourceFailure('limit', request.path);
}

/** Where the next page begins. */
interface Step {
  readonly query: Readonly<Record<string, string>>;
  readonly address?: string;
  readonly at: number;
}

function firstStep(paging: Paging): Step {
  if (paging.kind === 'page') return { at: paging.first, query: sized(paging, paging.first) };
  return paging.kind === 'offset' ? { at: 0, query: sized(paging, 0) } : { at: 0, query: {} };
}

const sized = (paging: { parameter: string; size: number; sizeParameter: string }, at: number): Record<string, string> => ({
  [paging.parameter]: String(at),
  ...(paging.sizeParameter !== '' && { [paging.sizeParameter]: String(paging.size) }),
});

function nextStep(paging: Paging, { step, answer, size }: { step: Step; answer: HttpAnswer; size: number }): Step | undefined {
  switch (paging.kind) {
    case 'page':
      return size < paging.size ? undefined : { at: step.at + 1, query: sized(paging, step.at + 1) };
    case 'offset':
      return size < paging.size ? undefined : { at: step.at + size, query: sized(paging, step.at + size) };
    case 'cursor': {
      const next = textOf(valueAt(answer.body, paging.next));
      const goesOn = paging.more === '' || ['true', '1'].includes(textOf(valueAt(answer.body, paging.more)) ?? '');
      return next === undefined || next === '' || !goesOn ? undefined : { at: 0, query: { [paging.parameter]: next } };
    }
    case 'link': {
      const address = linkIn(answer.headers['link'] ?? '');
      return address === undefined ? undefined : { at: 0, query: {}, address };
    }
    default:
      return undefined;
  }
}

/** The next page of a Link header (RFC 8288). */
const linkIn = (header: string): string | undefined => /<([^>]{1,2000})>\s*;[^,]*\brel="?next"?/i.exec(header)?.[1];

/** A call: values in a body of JSON that is posted, else as parameters. */
function callOf(base: string, request: ListRequest, { filled, step }: { filled: Filled; step: Step }): HttpCall {
  const { department = '', since } = filled;
  const first = new URL(request.path.replaceAll('{department}', encodeURIComponent(department)), base);
  const address = step.address === undefined ? first : new URL(step.address, first);
  // The next page is where the first one was: a link must not carry the credentials elsewhere.
  if (address.origin !== new URL(base).origin) throw new SourceFailure('protocol', 'link');
  const given = { ...Object.fromEntries(Object.entries(request.query).map(([name, value]) => [name, value.replaceAll('{department}', department)])), ...(since && { [since[0]]: since[1] }), ...step.query };
  if (request.method === 'GET') {
    if (step.address === undefined) for (const [name, value] of Object.entries(given)) address.searchParams.set(name, value);
    return { address, method: 'GET' };
  }
  const body = { ...bodyOf(request.body, department), ...typed(given) };
  return { address, method: 'POST', body: JSON.stringify(body) };
}

function bodyOf(body: string, department: string): Record<string, unknown> {
  if (body.trim() === '') return {};
  // Inside of a text in JSON: the id is escaped like one.
  const read: unknown = JSON.parse(body.replaceAll('{department}', JSON.stringify(department).slice(1, -1)));
  return typeof read === 'object' && read !== null && !Array.isArray(read) ? (read as Record<string, unknown>) : {};
}

/** Numbers stay numbers where they are posted: vendors are strict about that. */
const typed = (given: Readonly<Record<string, string>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(given).map(([name, value]) => [name, /^(0|[1-9]\d{0,14})$/.test(value) ? Number(value) : value]));
