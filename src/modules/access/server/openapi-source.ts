import { definitions, interfaceMethods, type InterfaceParam } from '../common/definition.ts';
import { codeOf, type SourceDraft } from './source-draft.ts';

type Values = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Values => typeof value === 'object' && value !== null && !Array.isArray(value);
const text = (value: unknown): string => (typeof value === 'string' ? value : '');

/** What a reference inside the document stands for; others are nothing. */
function resolved(root: Values, value: unknown, depth = 0): Values {
  if (!isObject(value)) return {};
  const ref = value['$ref'];
  if (typeof ref !== 'string') return value;
  if (!ref.startsWith('#/') || depth > 10) return {};
  let found: unknown = root;
  for (const part of ref.slice(2).split('/')) found = isObject(found) ? found[part.replaceAll('~1', '/').replaceAll('~0', '~')] : undefined;
  return resolved(root, found, depth + 1);
}

const types = { integer: 'integer', number: 'number', boolean: 'boolean', array: 'array', object: 'object' } as const;
const typeOf = (schema: Values): InterfaceParam['type'] => types[text(schema['type']) as keyof typeof types] ?? 'text';
const nameOf = (name: string): string =>
  name
    .replaceAll(/[^A-Za-z0-9_]/g, '_')
    .replace(/^(?=\d)/, '_')
    .slice(0, 64);

/** A parameter, with its name as the target knows it. */
interface Found {
  readonly as: string;
  readonly where: string;
  readonly param: Partial<InterfaceParam>;
}

function paramOf(root: Values, given: unknown): Found[] {
  const one = resolved(root, given);
  const [as, where] = [text(one['name']), text(one['in'])];
  if (as === '' || !['path', 'query', 'header'].includes(where)) return [];
  const schema = resolved(root, one['schema']);
  const choices = Array.isArray(schema['enum']) ? schema['enum'].map(String).slice(0, 100) : [];
  const param: Partial<InterfaceParam> = {
    name: nameOf(as),
    from: where === 'header' ? 'header' : 'query',
    type: typeOf(schema),
    required: where === 'path' || one['required'] === true,
    description: text(one['description']).slice(0, 500),
    choices,
  };
  return [{ as, where, param }];
}

function bodyParams(root: Values, operation: Values): Partial<InterfaceParam>[] {
  const content = resolved(root, resolved(root, operation['requestBody'])['content']);
  const schema = resolved(root, resolved(root, content['application/json'])['schema']);
  const required = Array.isArray(schema['required']) ? schema['required'] : [];
  return Object.entries(resolved(root, schema['properties'])).map(([name, inner]) => {
    const field = resolved(root, inner);
    return {
      name,
      from: 'body',
      type: typeOf(field),
      required: required.includes(name),
      description: text(field['description']).slice(0, 500),
    };
  });
}

function draftOf(root: Values, path: string, method: (typeof interfaceMethods)[number], item: Values): SourceDraft | undefined {
  const operation = resolved(root, item[method.toLowerCase()]);
  const given = [item['parameters'], operation['parameters']].flatMap((list) => (Array.isArray(list) ? (list as unknown[]) : []));
  const found = given.flatMap((one) => paramOf(root, one));
  const body = bodyParams(root, operation).filter(({ name }) => /^[A-Za-z_]\w{0,63}$/.test(name ?? ''));
  const params = [...found.map(({ param }) => param), ...body];
  const pairs = (where: string) =>
    found.filter((one) => one.where === where).map(({ as, param }) => ({ name: as, value: `{${param.name}}` }));
  const parsed = definitions.http.safeParse({
    methods: [method],
    params: params.filter(({ name }, at) => params.findIndex((one) => one.name === name) === at),
    target: {
      kind: 'http',
      method,
      path: path.replaceAll(/\{([^}]+)\}/g, (_all, name: string) => `{${nameOf(name)}}`),
      query: pairs('query'),
      headers: pairs('header'),
      body: method !== 'GET' && body.length > 0 ? 'json' : 'none',
    },
  });
  if (!parsed.success) return undefined;
  const name = (text(operation['summary']) || text(operation['operationId']) || `${method} ${path}`).slice(0, 100);
  const code = codeOf(text(operation['operationId']) || `${method.toLowerCase()}-${path}`);
  return { code, name, description: text(operation['description']).slice(0, 1000), definition: parsed.data };
}

/** Operations of an OpenAPI 3 document (or Swagger 2) as drafts; references out of the document are not followed. */
export function operationsOf(read: unknown): SourceDraft[] {
  if (!isObject(read)) return [];
  return Object.entries(resolved(read, read['paths'])).flatMap(([path, item]) =>
    interfaceMethods.flatMap((method) => {
      const inner = resolved(read, item);
      const draft = isObject(inner[method.toLowerCase()]) ? draftOf(read, path, method, inner) : undefined;
      return draft ? [draft] : [];
    }),
  );
}
