import { wireInputOf } from '#kit/common/change/dry-run.ts';
import type { Endpoint } from '#kit/common/contract.ts';
import type { FieldFacts } from '#kit/common/field-facts.ts';
import { inputFacts } from '../../page/filter-codec.ts';

/** A request as the server of the gallery sees it. */
export interface ServerRequest {
  method: string;
  /** Without its query. */
  path: string;
  query: URLSearchParams;
  body: unknown;
}

/** The request of a fetch. */
export function requestIn(url: URL, init: RequestInit | undefined): ServerRequest {
  const body: unknown = typeof init?.body === 'string' && init.body !== '' ? JSON.parse(init.body) : init?.body;
  return { method: init?.method ?? 'GET', path: url.pathname, query: url.searchParams, body };
}

/** What a call gives to an operation: from its body, or from its query in the types that the contract asks for. */
export function inputIn({ method, query, body }: ServerRequest, endpoint: Endpoint): unknown {
  if (method === 'POST') return body instanceof FormData ? Object.fromEntries(fieldsIn(body)) : (body ?? {});
  const facts = inputFacts(wireInputOf(endpoint));
  const names = [...new Set(query.keys())];
  return Object.fromEntries(
    names.map((name) => {
      const all = query.getAll(name);
      const known = facts[name];
      return [name, known?.type === 'array' ? all.map((one) => coerced(one, known.item)) : coerced(all[0] ?? '', known)];
    }),
  );
}

/** Fields of a form; its files are not part of the input. */
const fieldsIn = (form: FormData): [string, string][] =>
  [...form.entries()].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value] as [string, string]] : []));

function coerced(text: string, facts: FieldFacts | undefined): unknown {
  if (facts?.type === 'number' || facts?.type === 'integer') return Number(text);
  if (facts?.type === 'boolean') return text === 'true';
  return text;
}
