import type { HttpSourceConfig } from '../../../common/config/http.ts';
import { SourceFailure } from '../connector.ts';
import type { Credentials, HttpAnswer, HttpCall, HttpClient } from './http-client.ts';
import { objectsIn, textOf, valueAt } from './json-path.ts';

type Paging = HttpSourceConfig['people']['paging'];

/** A call that answers a list. */
interface ListRequest {
  readonly path: string;
  readonly method: 'GET' | 'POST';
  readonly body?: string;
  readonly records: string;
  readonly paging?: Partial<Paging> & Pick<Paging, 'kind'>;
  /** A list without records may be absent. */
  readonly mayLack?: true;
}

/** Whom a list is asked of. */
export interface Asked {
  readonly client: HttpClient;
  readonly credentials: Credentials;
  readonly base: string;
}

/** What differs from call to call. */
export interface Filled {
  readonly department?: string;
  readonly id?: string;
  /** Name and value of the parameter with the mark of the last reading. */
  readonly since?: readonly [string, string];
}

/** A page of records, with the answer around them. */
export interface Page {
  readonly records: readonly Record<string, unknown>[];
  readonly body: unknown;
}

const mostPages = 100_000;

/**
 * A list, page by page, to its end. What does not look like a list, promises more and has none, or says the same again is no end but a
 * failure: who is not in half a list is not gone.
 */
export async function* pagesOf(asked: Asked, request: ListRequest, filled: Filled = {}): AsyncGenerator<Page> {
  const paging: Paging = { ...plainPaging, ...request.paging };
  let step = firstStep(paging);
  let before = '';
  let count = 0;
  for (let pages = 0; pages < mostPages; pages += 1) {
    const answer = await asked.client.ask(callOf(asked.base, request, { filled, step }), asked.credentials);
    const records = recordsIn(answer.body, request);
    const same = JSON.stringify(records);
    if (records.length > 0 && same === before) throw new SourceFailure('protocol', request.path);
    before = same;
    count += records.length;
    yield { records, body: answer.body };
    const next = nextStep(paging, { step, answer, size: records.length, count });
    if (next === undefined) return;
    step = next;
  }
  throw new SourceFailure('limit', request.path);
}

const plainPaging: Paging = { kind: 'none', parameter: '', size: 100, sizeParameter: '', first: 1, next: '', more: '', total: '' };

function recordsIn(body: unknown, { records, path, mayLack }: ListRequest): Record<string, unknown>[] {
  const found = valueAt(body, records);
  if (found === null || (found === undefined && mayLack)) return [];
  if (!Array.isArray(found)) throw new SourceFailure('protocol', records === '' ? path : records);
  return objectsIn(found);
}

/** Where the next page begins. */
interface Step {
  readonly query: Readonly<Record<string, string | number>>;
  readonly address?: string;
  readonly at: number;
}

function firstStep(paging: Paging): Step {
  if (paging.kind === 'page') return { at: paging.first, query: sized(paging, paging.first) };
  return paging.kind === 'offset' ? { at: 0, query: sized(paging, 0) } : { at: 0, query: sizeOf(paging) };
}

const sizeOf = ({ size, sizeParameter }: Paging): Record<string, number> => (sizeParameter === '' ? {} : { [sizeParameter]: size });
const sized = (paging: Paging, at: number): Record<string, number> => ({ [paging.parameter]: at, ...sizeOf(paging) });

interface Came {
  readonly step: Step;
  readonly answer: HttpAnswer;
  readonly size: number;
  readonly count: number;
}

function nextStep(paging: Paging, { step, answer, size, count }: Came): Step | undefined {
  switch (paging.kind) {
    case 'page':
    case 'offset': {
      if (isWhole(paging, answer, { size, count })) return undefined;
      const at = paging.kind === 'page' ? step.at + 1 : count;
      return { at, query: sized(paging, at) };
    }
    case 'cursor': {
      const more = paging.more === '' ? undefined : ['true', '1'].includes(textOf(valueAt(answer.body, paging.more)) ?? '');
      const next = valueAt(answer.body, paging.next);
      const goesOn = (typeof next === 'string' && next !== '') || typeof next === 'number';
      if (more === false || (more === undefined && !goesOn)) return undefined;
      if (!goesOn || next === step.query[paging.parameter]) throw new SourceFailure('protocol', paging.next);
      return { at: 0, query: { [paging.parameter]: next, ...sizeOf(paging) } };
    }
    case 'link': {
      const address = linkIn(answer.headers['link'] ?? '');
      return address === undefined ? undefined : { at: 0, query: {}, address };
    }
    default:
      return undefined;
  }
}

/** A page that is not full is not the last one where the other side gives fewer than it was asked for: an empty one is, or the number of all. */
function isWhole({ total }: Paging, { body }: HttpAnswer, { size, count }: { size: number; count: number }): boolean {
  const all = total === '' ? undefined : Number(textOf(valueAt(body, total)) ?? Number.NaN);
  if (all === undefined) return size === 0;
  if (Number.isNaN(all) || (size === 0 && count < all)) throw new SourceFailure('protocol', total);
  return count >= all;
}

/** The next page of a Link header (RFC 8288). */
const linkIn = (header: string): string | undefined => /<([^>]{1,2000})>\s*;[^,]*\brel="?next"?/i.exec(header)?.[1];

/** An address below the base. What leads elsewhere is refused: the credentials go to the base alone. */
export function under(base: string, path: string, from?: URL): URL {
  const address = new URL(path, from ?? (base.endsWith('/') ? base : `${base}/`));
  if (address.origin !== new URL(base).origin) throw new SourceFailure('protocol', 'link');
  return address;
}

/** A call: values in a body of JSON that is posted, else as parameters. */
export function callOf(
  base: string,
  request: Pick<ListRequest, 'path' | 'method' | 'body'>,
  { filled, step }: { filled: Filled; step?: Step },
): HttpCall {
  const first = under(
    base,
    replaced(request.path, filled, (text) => encodeURIComponent(text)),
  );
  const address = step?.address === undefined ? first : under(base, step.address, first);
  const { since } = filled;
  const given = { ...(since && { [since[0]]: since[1] }), ...step?.query };
  if (request.method === 'GET') {
    if (step?.address === undefined) for (const [name, value] of Object.entries(given)) address.searchParams.set(name, String(value));
    return { address, method: 'GET' };
  }
  // Inside of a text in JSON: an id is escaped like one.
  const text = replaced(request.body ?? '', filled, (id) => JSON.stringify(id).slice(1, -1));
  return { address, method: 'POST', body: JSON.stringify({ ...bodyOf(text, request.path), ...given }) };
}

const replaced = (text: string, { department = '', id = '' }: Filled, escape: (text: string) => string): string =>
  text.replaceAll('{department}', () => escape(department)).replaceAll('{id}', () => escape(id));

function bodyOf(text: string, path: string): Record<string, unknown> {
  if (text.trim() === '') return {};
  try {
    return objectsIn([JSON.parse(text)])[0] ?? {};
  } catch {
    throw new SourceFailure('syntax', path);
  }
}
