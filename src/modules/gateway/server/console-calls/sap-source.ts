import type { Parsed, Reply } from '#kit/common/contract.ts';
import { handle, type BoundRoute, type Call } from '#kit/server/handle.ts';
import { Refusal } from '#kit/server/refusal.ts';
import { definitions, type InterfaceParam } from '#modules/access/common/definition.ts';
import { sapInterfaces } from '#modules/access/common/draft-source.contract.ts';
import { makeDrafts, type SourceDraft } from '#modules/access/server/public.ts';
import { connectionInRange } from '../caller/connection-range.ts';
import { entitySets, type EntityField, type EntitySet } from '../target/odata-metadata.ts';
import { sapPlace } from '../target/sap-place.ts';
import { refusal } from './browse.ts';

const codeOf = (name: string): string => name.replaceAll(/[^A-Za-z0-9_-]+/g, '-').slice(0, 58) || 'entity';
const nameOf = (name: string): string => name.replaceAll(/[^A-Za-z0-9_]/g, '_').slice(0, 64);

function paramOf({ name, type }: EntityField, required: boolean): Partial<InterfaceParam> {
  const is = type.replace(/^Edm\./, '');
  const kind = /^(Int16|Int32|Byte|SByte)$/.test(is) ? 'integer' : is === 'Boolean' ? 'boolean' : 'text';
  return { name: nameOf(name), from: 'query', type: kind, required, description: is };
}

/** A list of an entity set with a filter a field, and one entity by its key. */
function draftsOf(sapId: string, system: string, { name, keys, fields }: EntitySet): SourceDraft[] {
  const filtered = fields.filter(({ type }) => /^Edm\.(String|Int\d+|Byte|Boolean)$/.test(type)).slice(0, 20);
  const target = { kind: 'sap', sapId, entitySet: name } as const;
  const list = definitions.sap.parse({
    methods: ['GET'],
    params: filtered.map((field) => paramOf(field, false)),
    target: { ...target, verb: 'list', filters: filtered.map((field) => ({ field: field.name, op: 'eq', param: nameOf(field.name) })) },
  });
  const one = definitions.sap.parse({
    methods: ['GET'],
    params: keys.map((field) => paramOf(field, true)),
    target: { ...target, verb: 'get', keys: keys.map((field) => ({ field: field.name, param: nameOf(field.name) })) },
  });
  const shown = `${system} ${name}`.slice(0, 90);
  return [
    { code: codeOf(name), name: shown, description: '', definition: list },
    ...(keys.length === 0 ? [] : [{ code: `${codeOf(name)}-one`, name: `${shown} (1)`, description: '', definition: one }]),
  ];
}

/** A function module by its name; what it takes is not told by SOAP RFC. */
const functionDraft = (sapId: string, system: string, name: string): SourceDraft => ({
  code: codeOf(name),
  name: `${system} ${name}`.slice(0, 100),
  description: '',
  definition: definitions.sap.parse({ methods: ['POST'], target: { kind: 'sap', sapId, functionName: name } }),
});

async function ofSap(call: Call, input: Parsed<typeof sapInterfaces>): Promise<Reply<typeof sapInterfaces>> {
  const row = await connectionInRange(call.db, call.caller, 'sap', input.id);
  if (row['mode'] !== 'odata') {
    const drafts = input.names.map((name) => functionDraft(row.id, row.name, name));
    return makeDrafts(call, { prefixId: input.prefixId, plan: input.plan, drafts });
  }
  const sets = await entitySets(call.services, sapPlace(call.services, row, new Set())).catch((error: unknown) => {
    throw refusal(error);
  });
  const drafts = input.names.flatMap((name) => {
    const set = sets.find((one) => one.name === name);
    if (!set) throw new Refusal(14041, { name }, { name });
    return draftsOf(row.id, row.name, set);
  });
  return makeDrafts(call, { prefixId: input.prefixId, plan: input.plan, drafts });
}

/** Drafts of what a SAP system offers. */
export const sapSourceRoutes: readonly BoundRoute[] = [handle(sapInterfaces, ofSap)];
