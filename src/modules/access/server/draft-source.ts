import { parse } from 'yaml';
import type { Parsed, Reply } from '#kit/common/contract.ts';
import type { Db, Tx } from '#kit/server/directory.ts';
import { handle, type BoundRoute, type Call } from '#kit/server/handle.ts';
import { InvalidInput, notFound, outOfRange, Refusal } from '#kit/server/refusal.ts';
import { definitions, type InterfaceParam } from '../common/definition.ts';
import { prefixInterfaces, soapInterfaces } from '../common/draft-source.contract.ts';
import type { ImportLine } from '../common/transfer.contract.ts';
import { directory } from './directory.ts';
import { addInterface } from './interface.drafts.ts';
import { operationsOf } from './openapi-source.ts';
import { codeOf, type SourceDraft } from './source-draft.ts';
import { assertSystem } from './through-system.ts';
import { sql } from 'kysely';

/** Makes drafts below a prefix: as a plan, or applied. What is there already is left as it is. */
export async function makeDrafts(
  call: Call,
  { prefixId, plan, drafts }: { prefixId: string; plan: boolean; drafts: readonly SourceDraft[] },
): Promise<{ lines: ImportLine[]; applied: number }> {
  const { db, caller } = call;
  const range = caller.scope();
  const place = async (from: Db) => {
    const prefix = await from
      .selectFrom('interface_prefix')
      .select(['id', 'code', 'system_id'])
      .where('id', '=', prefixId)
      .executeTakeFirst();
    if (!prefix) throw range.all ? notFound() : outOfRange();
    await assertSystem(from, range, prefix.system_id);
    const rows = await from.selectFrom('api_interface').select('code').where('prefix_id', '=', prefixId).execute();
    return { prefix, taken: new Set(rows.map(({ code }) => code.toLowerCase())) };
  };
  const word = (key: string): string => call.services.texts.text(caller.language, 'access', key);
  const linesOf = ({ prefix, taken }: Awaited<ReturnType<typeof place>>): ImportLine[] =>
    drafts.map((draft, at) => {
      const isTwice = drafts.findIndex(({ code }) => code.toLowerCase() === draft.code.toLowerCase()) < at;
      const isThere = taken.has(draft.code.toLowerCase());
      return {
        path: `${prefix.code}/${draft.code}`,
        name: draft.name,
        kind: draft.definition.target.kind,
        action: isTwice ? 'refused' : isThere ? 'same' : 'add',
        detail: isTwice ? word('import.twice') : '',
      };
    });
  if (plan) return { lines: linesOf(await place(db)), applied: 0 };
  return call.write(async (tx: Tx) => {
    const lines = linesOf(await place(tx));
    const added = drafts.filter((_draft, at) => lines[at]!.action === 'add');
    for (const draft of added) await addInterface(tx, call, { ...draft, prefixId, tags: [], callers: ['terminals'], ownerId: null });
    caller.note({ applied: added.length });
    return { lines, applied: added.length };
  });
}

/** Parameters of a body by the shape that a WSDL describes: `{ name: 'string', lines[]: [...] }`. */
function paramsOf(shape: unknown): Partial<InterfaceParam>[] {
  if (typeof shape !== 'object' || shape === null) return [];
  return Object.entries(shape).map(([key, inner]) => {
    const name = key.replace(/\[\]$/, '').replaceAll(/[^A-Za-z0-9_]/g, '_');
    if (key.endsWith('[]')) return { name, from: 'body', type: 'array' };
    if (typeof inner === 'object' && inner !== null) return { name, from: 'body', type: 'object' };
    const type = /int|long|short/i.test(String(inner)) ? 'integer' : /decimal|double|float/i.test(String(inner)) ? 'number' : 'text';
    return { name, from: 'body', type: /boolean/i.test(String(inner)) ? 'boolean' : type };
  });
}

async function ofSoap(call: Call, input: Parsed<typeof soapInterfaces>): Promise<Reply<typeof soapInterfaces>> {
  const { db, caller } = call;
  const range = caller.scope();
  const { rows } = await sql<{ name: string }>`select name from access_soap as t where t.id = ${input.id}::uuid
    and ${directory.departmentInRange(range, 't.owner_dept_id')}`.execute(db);
  if (rows.length === 0) throw range.all ? notFound() : outOfRange();
  const read = await db.selectFrom('soap_wsdl').select('operations').where('soap_id', '=', input.id).executeTakeFirst();
  const known = new Map((read?.operations ?? []).map((one) => [one.name, one]));
  const drafts = input.names.map((name): SourceDraft => {
    const operation = known.get(name);
    if (!operation) throw new Refusal(14041, { name }, { name });
    const { input: shape } = JSON.parse(operation.sample) as { input?: unknown };
    const params = paramsOf(shape).filter((param, at, all) => all.findIndex((one) => one.name === param.name) === at);
    const definition = definitions.soap.parse({ methods: ['POST'], params, target: { kind: 'soap', soapId: input.id, operation: name } });
    return { code: codeOf(name), name: `${rows[0]!.name} ${name}`.slice(0, 100), description: '', definition };
  });
  return makeDrafts(call, { prefixId: input.prefixId, plan: input.plan, drafts });
}

async function ofOpenApi(call: Call, input: Parsed<typeof prefixInterfaces>): Promise<Reply<typeof prefixInterfaces>> {
  let read: unknown;
  try {
    read = input.text.trimStart().startsWith('{') ? JSON.parse(input.text) : parse(input.text, { maxAliasCount: 0, schema: 'core' });
  } catch {
    throw new InvalidInput([{ path: 'text', namespace: 'access', key: 'issue.noOpenApi' }]);
  }
  const all = operationsOf(read);
  if (all.length === 0) throw new InvalidInput([{ path: 'text', namespace: 'access', key: 'issue.noOpenApi' }]);
  const drafts = input.names.length === 0 ? all : all.filter(({ code }) => input.names.includes(code));
  return makeDrafts(call, { prefixId: input.prefixId, plan: input.plan, drafts: drafts.slice(0, 500) });
}

/** Drafts of what a service or a document describes. */
export const draftSourceRoutes: readonly BoundRoute[] = [handle(soapInterfaces, ofSoap), handle(prefixInterfaces, ofOpenApi)];
