import type { CurlRequest } from '../../common/curl.ts';
import { definitions, type Definition, type InterfaceKind } from '../../common/definition.ts';

/** What an interface of a kind begins with. */
export function firstDefinition(kind: InterfaceKind, connectionId: string, sql?: string): Definition {
  if (kind === 'database') {
    const asked = sql === undefined ? { sql: 'select 1 as one' } : { sql, mode: 'page' };
    return definitions.database.parse({ target: { kind, databaseId: connectionId, ...asked } });
  }
  if (kind === 'soap') return definitions.soap.parse({ methods: ['POST'], target: { kind, soapId: connectionId } });
  if (kind === 'sap') return definitions.sap.parse({ methods: ['POST'], target: { kind, sapId: connectionId } });
  if (kind === 'dubbo') return definitions.dubbo.parse({ methods: ['POST'], target: { kind, dubboId: connectionId } });
  return definitions.http.parse({ target: { kind: 'http' } });
}

/** Reads these columns of a table; names that are not plain are quoted as the database does it. */
export function selectOf(table: readonly string[], columns: readonly string[], isPostgres: boolean): string {
  const quote = isPostgres ? '"' : '`';
  const named = (name: string): string => (/^[a-z_][a-z0-9_]*$/.test(name) ? name : quote + name.replaceAll(quote, quote + quote) + quote);
  return `select ${columns.map(named).join(', ')}\nfrom ${table.map(named).join('.')}`;
}

/** Names that may be parameters. */
const nameForm = /^[A-Za-z_][A-Za-z0-9_]{0,63}$/;

/** A definition of what a cURL asks: its query becomes parameters with the values as defaults, a JSON body becomes parameters of the body. */
export function curlTarget(request: CurlRequest, base: string | undefined): Definition {
  const root = base === undefined ? '' : new URL(base).pathname.replace(/\/$/, '');
  const path = root !== '' && request.path.startsWith(root) ? request.path.slice(root.length) || '/' : request.path;
  const fields = jsonFields(request.body);
  const isForm = request.headers.some(
    ({ name, value }) => name.toLowerCase() === 'content-type' && value.includes('x-www-form-urlencoded'),
  );
  const named = request.query.filter(({ name }) => nameForm.test(name));
  const params = [
    ...named.map(({ name, value }) => ({ name, from: 'query' as const, value })),
    ...Object.entries(fields ?? {}).flatMap(([name, value]) =>
      nameForm.test(name) && !named.some((one) => one.name === name) ? [{ name, from: 'body' as const, type: typeOf(value) }] : [],
    ),
  ];
  const body = request.body === '' ? 'none' : fields ? 'json' : isForm ? 'form' : 'raw';
  return definitions.http.parse({
    methods: [request.method],
    params,
    target: {
      kind: 'http',
      method: request.method,
      path,
      query: request.query.map(({ name, value }) => ({ name, value: nameForm.test(name) ? `{${name}}` : value })),
      headers: request.headers.filter(({ name }) => !/^(accept|content-type|origin|referer|sec-.*)$/i.test(name)),
      body,
      bodyText: fields ? '' : request.body,
    },
  });
}

function jsonFields(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

function typeOf(value: unknown): 'text' | 'number' | 'boolean' | 'array' | 'object' {
  if (typeof value === 'number') return 'number';
  if (typeof value === 'boolean') return 'boolean';
  if (Array.isArray(value)) return 'array';
  return typeof value === 'object' && value !== null ? 'object' : 'text';
}
