import { parse, stringify } from 'yaml';
import { z } from 'zod';
import type { Parsed, Reply } from '#kit/common/contract.ts';
import type { Range } from '#kit/server/caller.ts';
import type { Db, Tx } from '#kit/server/directory.ts';
import { handle, type BoundRoute, type Call } from '#kit/server/handle.ts';
import { InvalidInput, Refusal } from '#kit/server/refusal.ts';
import { longText, text } from '#kit/common/schema.ts';
import { definition as definitionSchema, type Definition, type InterfaceKind } from '../common/definition.ts';
import { callerSides } from '../common/interface.contract.ts';
import { interfaceExport, interfaceImport, type ImportLine } from '../common/transfer.contract.ts';
import type { ApiInterfaceTable } from './access.table.ts';
import { directory } from './directory.ts';
import { addInterface, hashOf, readDefinition, saveDraft } from './interface.drafts.ts';
import { differencesOf } from './interface.compare.ts';
import { systemInRange } from './through-system.ts';
import { sql } from 'kysely';

const mostExported = 1000;
const format = 'wheelhouse-interfaces/1';

const carried = z.strictObject({
  path: z.string().regex(/^[a-z0-9_-]+\/[A-Za-z0-9_-]+\/[A-Za-z0-9_-]+$/i),
  name: text(100),
  description: longText(1000).default(''),
  tags: z.array(text(50)).max(20).default([]),
  callers: z.array(z.enum(callerSides)).min(1).default(['terminals']),
  /** The connection that the target uses, by its name. */
  connection: longText(100).default(''),
  definition: z.record(z.string(), z.unknown()),
});
const fileSchema = z.strictObject({ format: z.literal(format), interfaces: z.array(z.unknown()).max(mostExported) });
type Carried = z.output<typeof carried>;

const tables = { database: 'access_database', soap: 'access_soap', sap: 'access_sap', dubbo: 'access_dubbo' } as const;
const fields = { database: 'databaseId', soap: 'soapId', sap: 'sapId', dubbo: 'dubboId' } as const;

/** Names of the connections in range by kind and id. */
async function connectionNames(db: Db, range: Range): Promise<Map<string, string>> {
  const names = new Map<string, string>();
  for (const [kind, table] of Object.entries(tables)) {
    const { rows } = await sql<{ id: string; name: string }>`select t.id, t.name from ${sql.table(table)} as t
      where ${directory.departmentInRange(range, 't.owner_dept_id')}`.execute(db);
    for (const { id, name } of rows) names.set(`${kind} ${id}`, name);
  }
  return names;
}

async function exported(db: Db, { caller, services }: Call, input: Parsed<typeof interfaceExport>): Promise<Reply<typeof interfaceExport>> {
  const range = caller.scope();
  const where = [
    systemInRange(range, 't.system_id'),
    ...(input.ids ? [sql<boolean>`t.id = any(${input.ids}::uuid[])`] : []),
    ...(input.systemId ? [sql<boolean>`t.system_id = ${input.systemId}::uuid`] : []),
    ...(input.prefixId ? [sql<boolean>`t.prefix_id = ${input.prefixId}::uuid`] : []),
  ];
  const { rows } = await sql<
    ApiInterfaceTable & { path: string }
  >`select t.*, s.code || '/' || p.code || '/' || t.code as path from api_interface t
    join interface_prefix p on p.id = t.prefix_id join access_system s on s.id = t.system_id
    where ${sql.join(where, sql` and `)} order by path limit ${mostExported + 1}`.execute(db);
  if (rows.length > mostExported) throw new Refusal(14070, { n: mostExported, objects: 'interfaces' });
  const names = await connectionNames(db, range);
  const list = rows.map((row): Carried => {
    const { target, ...rest } = readDefinition(row.definition);
    const { connection, bare } = withoutConnection(target, names);
    return {
      path: row.path,
      name: row.name,
      description: row.description,
      tags: row.tags,
      callers: row.callers,
      connection,
      definition: { ...rest, target: bare },
    };
  });
  const whole = { format, interfaces: list };
  const written =
    input.format === 'json' ? `${JSON.stringify(whole, null, 2)}\n` : stringify(whole, { aliasDuplicateObjects: false, lineWidth: 0 });
  caller.note({ count: list.length });
  const day = new Date(services.now()).toISOString().slice(0, 10);
  return { fileName: `interfaces-${day}.${input.format}`, text: written, count: list.length };
}

function withoutConnection(
  target: Definition['target'],
  names: ReadonlyMap<string, string>,
): { connection: string; bare: Record<string, unknown> } {
  if (target.kind === 'http') return { connection: '', bare: target };
  const field = fields[target.kind];
  const { [field]: id, ...bare } = target as Record<string, unknown>;
  return { connection: names.get(`${target.kind} ${String(id)}`) ?? '', bare };
}

interface Planned {
  readonly line: ImportLine;
  readonly apply?: (tx: Tx) => Promise<unknown>;
}

function readFile(given: string): unknown[] {
  let read: unknown;
  try {
    read = given.trimStart().startsWith('{') ? JSON.parse(given) : parse(given, { maxAliasCount: 0, schema: 'core' });
  } catch {
    throw new InvalidInput([{ path: 'text', namespace: 'access', key: 'issue.noFile' }]);
  }
  const file = fileSchema.safeParse(read);
  if (!file.success) throw new InvalidInput([{ path: 'text', namespace: 'access', key: 'issue.noFile' }]);
  return file.data.interfaces;
}

async function imported(call: Call, input: Parsed<typeof interfaceImport>): Promise<Reply<typeof interfaceImport>> {
  const entries = readFile(input.text);
  const missing = new Map<string, { kind: string; name: string }>();
  const plan = async (db: Db): Promise<Planned[]> => {
    const seen = new Set<string>();
    const planned: Planned[] = [];
    for (const entry of entries) planned.push(await planOne(call, db, { entry, seen, missing, connections: input.connections }));
    return planned;
  };
  if (input.plan) return { lines: (await plan(call.db)).map(({ line }) => line), applied: 0, missing: [...missing.values()] };
  return call.write(async (tx) => {
    const planned = await plan(tx);
    let applied = 0;
    for (const { apply } of planned) {
      if (!apply) continue;
      await apply(tx);
      applied += 1;
    }
    call.caller.note({ applied });
    return { lines: planned.map(({ line }) => line), applied, missing: [...missing.values()] };
  });
}

interface Planning {
  entry: unknown;
  seen: Set<string>;
  missing: Map<string, { kind: string; name: string }>;
  connections: Readonly<Record<string, string>>;
}

async function planOne(call: Call, db: Db, { entry, seen, missing, connections }: Planning): Promise<Planned> {
  const word = (key: string, params: Record<string, unknown> = {}): string =>
    call.services.texts.text(call.caller.language, 'access', key, params);
  const read = carried.safeParse(entry);
  const path = String((entry as { path?: unknown } | null)?.path ?? '');
  const refused = (detail: string, kind = ''): Planned => ({
    line: { path, name: read.success ? read.data.name : '', kind, action: 'refused', detail },
  });
  if (!read.success) return refused(word('import.shape', { path: read.error.issues[0]?.path.join('.') ?? '' }));
  if (seen.has(path.toLowerCase())) return refused(word('import.twice'));
  seen.add(path.toLowerCase());
  const target = read.data.definition['target'] as { kind?: InterfaceKind } | undefined;
  const kind = target?.kind ?? 'http';
  const [systemCode, prefixCode, code] = path.split('/') as [string, string, string];
  const range = call.caller.scope();
  const place = await sql<{ id: string }>`select t.id from interface_prefix t join access_system s on s.id = t.system_id
    where lower(s.code) = ${systemCode.toLowerCase()} and lower(t.code) = ${prefixCode.toLowerCase()} and ${systemInRange(range, 't.system_id')}`.execute(
    db,
  );
  const prefixId = place.rows[0]?.id;
  if (prefixId === undefined) return refused(word('import.noPrefix'), kind);
  const { connection: named } = read.data;
  const connection = await connectionFor(db, range, { kind, name: (Object.hasOwn(connections, named) && connections[named]) || named });
  if (connection === undefined) {
    missing.set(`${kind} ${named}`, { kind, name: named });
    return refused(word('import.noConnection', { name: named }), kind);
  }
  const parsed = definitionSchema.safeParse({ ...read.data.definition, target: { ...target, ...connection } });
  if (!parsed.success) return refused(word('import.shape', { path: `definition.${parsed.error.issues[0]?.path.join('.') ?? ''}` }), kind);
  const { name, description, tags, callers } = read.data;
  const line = { path, name, kind };
  const facts = { name, description, tags, callers };
  const there = await db
    .selectFrom('api_interface')
    .selectAll()
    .where('prefix_id', '=', prefixId)
    .where('code', 'ilike', code.replaceAll(/[\\%_]/g, '\\$&'))
    .executeTakeFirst();
  if (!there)
    return {
      line: { ...line, action: 'add', detail: '' },
      apply: (tx) => addInterface(tx, call, { ...facts, prefixId, code, ownerId: null, definition: parsed.data }),
    };
  if (there.kind !== kind) return refused(word('import.otherKind'), kind);
  const before = readDefinition(there.definition);
  const changed = [
    ...(there.name === name ? [] : ['name']),
    ...(there.description === description ? [] : ['description']),
    ...(JSON.stringify(there.tags) === JSON.stringify(tags) ? [] : ['tags']),
    ...(JSON.stringify(there.callers) === JSON.stringify(callers) ? [] : ['callers']),
    ...(hashOf(before) === hashOf(parsed.data) ? [] : differencesOf(before, parsed.data).map((one) => one.path)),
  ];
  if (changed.length === 0) return { line: { ...line, action: 'same', detail: '' } };
  return {
    line: { ...line, action: 'change', detail: changed.slice(0, 20).join(', ') },
    apply: (tx) => saveDraft(tx, call, kind, { id: there.id, version: there.version, ...facts, definition: parsed.data }),
  };
}

/** The field of a target that names its connection here; undefined where there is none of this name in range. */
async function connectionFor(
  db: Db,
  range: Range,
  { kind, name }: { kind: InterfaceKind; name: string },
): Promise<Record<string, string> | undefined> {
  if (kind === 'http') return {};
  const { rows } = await sql<{ id: string }>`select t.id from ${sql.table(tables[kind])} as t
    where t.name = ${name} and ${directory.departmentInRange(range, 't.owner_dept_id')}`.execute(db);
  return rows[0] && { [fields[kind]]: rows[0].id };
}

/** Interfaces as text, and back. */
export const transferRoutes: readonly BoundRoute[] = [
  handle(interfaceExport, (call, input) => call.write((tx) => exported(tx, call, input))),
  handle(interfaceImport, imported),
];
