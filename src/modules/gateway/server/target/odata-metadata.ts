import { CallFailure } from '../run/failure.ts';
import type { RunServices } from '../run/context.ts';
import type { SapPlace } from './sap-place.ts';

const mostBytes = 20 * 1024 * 1024;
const mostElements = 1_000_000;

/** A property of an entity, with its type. */
export interface EntityField {
  readonly name: string;
  /** `Edm.String`, `Edm.Int32`, … */
  readonly type: string;
}

/** An entity set with the fields of its entities. */
export interface EntitySet {
  readonly name: string;
  readonly detail: string;
  readonly keys: readonly EntityField[];
  readonly fields: readonly EntityField[];
}

type Attributes = Readonly<Record<string, string>>;

interface Entity {
  keys: string[];
  fields: EntityField[];
  base: string | undefined;
}

/** What is gathered of a document. */
interface Gathered {
  readonly types: Map<string, Entity>;
  readonly sets: { name: string; type: string }[];
  namespace: string;
  entity: Entity | undefined;
}

const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };
const plain = (text: string): string => text.replaceAll(/&(lt|gt|amp|quot|apos);/g, (_all, name: string) => entities[name] ?? '');

function attributesOf(text: string): Attributes {
  return Object.fromEntries(
    [...text.matchAll(/([\w.:-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g)].map((match) => [match[1]!, plain(match[2] ?? match[3] ?? '')]),
  );
}

const opening: Readonly<Record<string, (found: Gathered, attributes: Attributes) => void>> = {
  Schema: (found, { Namespace = '' }) => void (found.namespace = Namespace),
  EntityType: (found, { Name = '', BaseType }) => {
    found.entity = { keys: [], fields: [], base: BaseType };
    found.types.set(`${found.namespace}.${Name}`, found.entity);
  },
  PropertyRef: (found, { Name = '' }) => void found.entity?.keys.push(Name),
  Property: (found, { Name = '', Type = '' }) => void found.entity?.fields.push({ name: Name, type: Type }),
  EntitySet: (found, { Name = '', EntityType = '' }) => void found.sets.push({ name: Name, type: EntityType }),
};

/** Entity sets of a metadata document of OData 2 or 4: only elements and attributes are read; a document type is refused before anything else. */
export function parseMetadata(text: string): EntitySet[] {
  if (/<!DOCTYPE|<!ENTITY/i.test(text)) throw new CallFailure('protocol', { params: { reason: 'DOCTYPE' } });
  const found: Gathered = { types: new Map(), sets: [], namespace: '', entity: undefined };
  let elements = 0;
  for (const [, end, name = '', attributes = '', empty] of text
    .replaceAll(/<!--[\s\S]*?-->/g, '')
    .matchAll(/<(\/?)(?:[\w.-]+:)?([\w.-]+)((?:\s+[\w.:-]+\s*=\s*(?:"[^"]*"|'[^']*'))*)\s*(\/?)>/g)) {
    elements += 1;
    if (elements > mostElements) throw new CallFailure('tooLarge', { params: { n: mostElements } });
    if (end === '/' ? name === 'EntityType' : name === 'EntityType' && empty === '/') found.entity = undefined;
    if (end !== '/') opening[name]?.(found, attributesOf(attributes));
  }
  if (found.sets.length === 0) throw new CallFailure('protocol', { params: { reason: '$metadata' } });
  return found.sets.map(({ name, type }) => {
    const fields = fieldsOf(found.types, type, 0);
    return { name, detail: type, fields: fields.fields, keys: fields.keys };
  });
}

/** Fields of a type with those of the types that it extends. */
function fieldsOf(types: ReadonlyMap<string, Entity>, type: string, depth: number): { fields: EntityField[]; keys: EntityField[] } {
  const own = types.get(type) ?? [...types].find(([name]) => name.split('.').at(-1) === type.split('.').at(-1))?.[1];
  if (!own || depth > 10) return { fields: [], keys: [] };
  const above = own.base === undefined ? { fields: [], keys: [] } : fieldsOf(types, own.base, depth + 1);
  const fields = [...above.fields, ...own.fields];
  return { fields, keys: [...above.keys, ...own.keys.flatMap((key) => fields.find(({ name }) => name === key) ?? [])] };
}

/** Entity sets of a service, from its $metadata. */
export async function entitySets(services: Pick<RunServices, 'outbound'>, place: SapPlace): Promise<EntitySet[]> {
  const reply = await services.outbound.fetch(`${place.origin}${place.path}/$metadata?sap-client=${place.client}`, {
    headers: { authorization: place.authorization, accept: 'application/xml', 'accept-language': place.language.toLowerCase() },
    redirects: 0,
    timeoutMs: 20_000,
    maxBytes: mostBytes,
    ...(place.ca !== '' && { tls: { ca: place.ca } }),
  });
  const text = await reply.text();
  if (!reply.ok)
    throw new CallFailure(reply.status === 401 ? 'signIn' : reply.status === 403 ? 'permission' : 'notFound', {
      params: { reason: `HTTP ${reply.status}` },
      targetStatus: reply.status,
    });
  return parseMetadata(text);
}
