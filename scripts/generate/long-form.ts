import type { CrudFacts } from '../../src/kit/common/crud/crud-types.ts';
import { columnOf, type AnyField } from '../../src/kit/common/crud/field.ts';
import { Unfit, type Name } from './names.ts';

/** An entity whose server half is to be written out. */
export interface LongForm {
  readonly entity: CrudFacts;
  readonly name: Name;
  readonly many: Name;
  readonly table: string;
}

type Named = readonly [name: string, field: AnyField];

const usual = new Set(['list', 'get', 'add', 'update', 'delete', 'enable', 'disable']);

/** Refuses an entity of which the long form would do less than the kit does. */
function assertPlain({ entity }: LongForm): void {
  const verbs = entity.verbs.filter((verb) => !usual.has(verb));
  const fields = Object.entries(entity.fields).filter(([, { is, traits }]) => {
    const isOther = traits.target !== undefined && (traits.target !== 'department' || !is.reference);
    return is.secret || isOther || traits.ends || traits.place;
  });
  const more = Object.values(entity.more).some((shape) => Object.keys(shape).length > 0);
  const { read, write } = entity.scope;
  const ranged = read === write && typeof read === 'object' && entity.fields[read.by]?.is.department;
  const why = [
    ...(verbs.length > 0 ? [`the verbs ${verbs.join(', ')}`] : []),
    ...(fields.length > 0 ? [`the fields ${fields.map(([name]) => name).join(', ')}`] : []),
    ...(more ? ['rows, details or filters beside its fields'] : []),
    ...(ranged || (read === 'none' && write === 'none') ? [] : ['its data range']),
  ];
  if (why.length > 0)
    throw new Unfit(
      `${entity.kind} has ${why.join('; ')}: more hangs on these than the long form writes. Keep crudServer and replace single pieces: { ...parts.routes, update: handle(…) }. Nothing was written.`,
    );
}

const rangeField = ({ entity }: LongForm): string | undefined => (typeof entity.scope.read === 'object' ? entity.scope.read.by : undefined);
const fieldsOf = ({ entity }: LongForm): Named[] => Object.entries(entity.fields);
const references = (form: LongForm): Named[] => fieldsOf(form).filter(([, { is }]) => is.reference);

/** The files of an entity's server half, by their names below `server/`. */
export function longForm(form: LongForm): Map<string, string> {
  assertPlain(form);
  const { kebab } = form.name;
  return new Map([
    [`${kebab}.ts`, partsText(form)],
    [`${kebab}.kind.ts`, kindText(form)],
    [`${kebab}.query.ts`, queryText(form)],
    [`${kebab}.service.ts`, serviceText(form)],
    [`${kebab}.routes.ts`, routesText(form)],
  ]);
}

function partsText({ name, many, table, ...form }: LongForm): string {
  const columns = references({ name, many, table, ...form }).map(([one, field]) => `'${columnOf(one, field)}'`);
  const uses = `{ kind: '${form.entity.kind}', title: ${name.camel}.title, uses: usesInTable({ table: '${table}', columns: [${columns.join(', ')}], kind: '${form.entity.kind}', name: sql\`t.name\` }) }`;
  return `${columns.length > 0 ? `import { sql } from 'kysely';\nimport { usesInTable } from '#kit/server/department-use.ts';\n` : ''}import { wordsOf } from '#kit/server/crud/crud-words.ts';
import type { ModulePart } from '#kit/server/crud/module-parts.ts';
import { ${name.camel} } from '../common/${name.kebab}.contract.ts';
import { ${name.camel}Kind } from './${name.kebab}.kind.ts';
import { ${name.camel}Routes } from './${name.kebab}.routes.ts';

/** What ${many.words} give to the module. */
export const ${many.camel}: ModulePart = {
  routes: ${name.camel}Routes,
  kinds: [${name.camel}Kind],
  words: [wordsOf(${name.camel})],${columns.length > 0 ? `\n  departmentUses: [${uses}],` : ''}
  entities: [${name.camel}],
};
`;
}

function kindText({ entity, name, many, table, ...form }: LongForm): string {
  const field = rangeField({ entity, name, many, table, ...form });
  const rows = Object.entries(entity.fields).map(([one, { traits, is }]) => {
    const rule = [
      `column: '${columnOf(one, entity.fields[one]!)}'`,
      ...(traits.target === 'department' ? [`refers: 'department'`] : []),
      ...(traits.type === 'moment' ? ['moment: true'] : []),
      ...(traits.sensitive ? ['sensitive: true'] : []),
      ...(traits.internal ? ['internal: true'] : []),
    ];
    return { text: `    ${one}: { ${rule.join(', ')} },`, unique: is.unique && `${table}_${columnOf(one, entity.fields[one]!)}: '${one}'` };
  });
  const unique = rows.flatMap((row) => row.unique || []);
  return `import { tableKind } from '#kit/server/change/table-kind.ts';
${field === undefined ? '' : `import { departmentPaths } from '../../src/modules/people/server/public.ts';\n`}
/** ${upper(many.words)} in the change engine: every write is compared, journaled and can be reverted. */
export const ${name.camel}Kind = tableKind({
  kind: '${entity.kind}',
  module: '${entity.module}',
  codes: { read: '${entity.page.code}', revert: '${revertCode(entity)}' },
  table: '${table}',
  name: '${entity.name}',
  fields: {
${rows.map(({ text }) => text).join('\n')}
  },${unique.length > 0 ? `\n  unique: { ${unique.join(', ')} },` : ''}${field === undefined ? '' : `\n  department: { field: '${field}', paths: departmentPaths },`}
});
`;
}

const upper = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);

function revertCode({ page, verbs }: CrudFacts): string {
  const buttons: Readonly<Record<string, string>> = page.button;
  return buttons[verbs.includes('update') ? 'update' : 'add'] ?? page.code;
}

const caseless = new Set(['text', 'longText', 'code']);

function orderText([name, field]: Named): string {
  const column = columnOf(name, field);
  if (field.traits.type === 'local') return `  ${name}: sql\`lower(${column} ->> 'zh_CN')\`,`;
  return `  ${name}: sql\`${caseless.has(field.traits.type) ? `lower(${column})` : column}\`,`;
}

function queryText(form: LongForm): string {
  const { entity, name, many, table } = form;
  const all = fieldsOf(form);
  const field = rangeField(form);
  const searched = all.filter(([, { is }]) => is.searched).map(([one, of]) => `${columnOf(one, of)}::text ilike \${pattern}`);
  const filtered = all.filter(([, { is }]) => is.filtered);
  const named = references(form);
  const where = field === undefined ? '[]' : `[directory.departmentInRange(caller.scope(), '${columnOf(field, entity.fields[field]!)}')]`;
  const views = (rows: string): string => (named.length > 0 ? `await viewsOf({ db, caller }, ${rows})` : `viewsOf(${rows})`);
  const means = field === undefined && named.length === 0 ? '{ db }' : '{ db, caller }';
  const names = named.map(([one, of]) => `row.${columnOf(one, of)}`);
  return `import { sql, type RawBuilder } from 'kysely';
import type { Parsed } from '#kit/common/contract.ts';
import type { CrudDetail, CrudRow, CrudTable } from '#kit/common/crud/crud-types.ts';
import type { Call } from '#kit/server/handle.ts';
import { ${searched.length > 0 ? 'containing, ' : ''}orderOf, readPage } from '#kit/server/read-page.ts';
import { notFound${field === undefined ? '' : ', outOfRange'} } from '#kit/server/refusal.ts';
import { stampsOf } from '#kit/server/stamps.ts';
${named.length > 0 ? `import { createDirectory } from '../../src/modules/people/server/public.ts';\n` : ''}import type { ${name.camel} } from '../common/${name.kebab}.contract.ts';

type Row = CrudTable<typeof ${name.camel}${columnNames(all)}>;
type Means = Pick<Call, 'db' | 'caller'>;
${named.length > 0 ? '\nconst directory = createDirectory();\n' : ''}
const orders = {
${all.map(orderText).join('\n')}
  createdAt: sql\`created_at\`,
  updatedAt: sql\`updated_at\`,
};

/** A page of the list. */
export async function list${many.pascal}(${means}: Means, input: Parsed<typeof ${name.camel}.list>) {
  const where: RawBuilder<boolean>[] = ${where};
${searched.length > 0 ? `  if (input.text) {\n    const pattern = containing(input.text);\n    where.push(sql\`(${searched.join(' or ')})\`);\n  }\n` : ''}${filtered.map(([one, of]) => `  if (input.${one} !== undefined) where.push(sql\`${columnOf(one, of)} = \${input.${one}}\`);\n`).join('')}  const order = orderOf(input.sort ?? '${entity.usualSort}', orders, sql\`id\`);
  const { list, ...counted } = await readPage<Row>(db, { columns: sql\`*\`, from: sql\`${table}\`, where, order }, input);
  return { list: ${views('list')}, ...counted };
}

/** One of them${field === undefined ? '' : '; 10910 out of range'}. */
export async function get${name.pascal}(${means}: Means, id: string): Promise<CrudDetail<typeof ${name.camel}>> {
  const visible = ${field === undefined ? 'sql`true`' : `directory.departmentInRange(caller.scope(), '${columnOf(field, entity.fields[field]!)}')`};
  const { rows } = await sql<Row>\`select * from ${table} where id = \${id}::uuid and \${visible}\`.execute(db);
  const [view] = ${views('rows')};
  if (!view) throw ${field === undefined ? 'notFound()' : 'caller.scope().all ? notFound() : outOfRange()'};
  return view;
}

/** Rows of the table as the contract shows them: the only thing that leaves the server. */
${named.length > 0 ? `async function viewsOf({ db, caller }: Means, rows: readonly Row[]): Promise<CrudRow<typeof ${name.camel}>[]>` : `function viewsOf(rows: readonly Row[]): CrudRow<typeof ${name.camel}>[]`} {
${named.length > 0 ? `  const ids = rows.flatMap((row) => [${names.join(', ')}].filter((one) => one !== null));\n  const departments = await directory.departments(db, ids, caller.language, caller.scope());\n` : ''}  return rows.map((row) => ({
    ...stampsOf(row),
${all.map((one) => viewText(one)).join('\n')}
  }));
}
`;
}

function viewText([name, field]: Named): string {
  const column = columnOf(name, field);
  if (!field.is.reference) return `    ${name}: row.${column},`;
  const text = `departments.get(row.${column})?.name ?? ''`;
  const shown = field.is.nullable ? `row.${column} === null ? null : (${text})` : text;
  return `    ${name}: row.${column},\n    ${name.replace(/Id$/, '')}Name: ${shown},`;
}

/** Columns that are not named after their field. */
function columnNames(all: readonly Named[]): string {
  const own = all.filter(([, { traits }]) => traits.column !== undefined).map(([name, { traits }]) => `${name}: '${traits.column}'`);
  return own.length > 0 ? `, { ${own.join('; ')} }` : '';
}

function serviceText(form: LongForm): string {
  const { entity, name, many } = form;
  const field = rangeField(form);
  const initial = fieldsOf(form)
    .filter(([, { is, traits }]) => is.readOnly && traits.initial !== undefined)
    .map(([one, { traits }]) => `, ${one}: ${JSON.stringify(traits.initial)}`);
  const has = (verb: 'add' | 'update' | 'delete' | 'enable'): boolean => entity.verbs.includes(verb);
  const engine = [has('update') && 'changeObjects', has('add') && 'createObjects', has('delete') && 'removeObjects'].filter(Boolean);
  const path = field === undefined ? 'null' : `(await departmentPaths(tx, [input.${field}])).get(input.${field}) ?? null`;
  return `import type { Parsed } from '#kit/common/contract.ts';
import type { Caller } from '#kit/server/caller.ts';
import { ${engine.join(', ')} } from '#kit/server/change/change-objects.ts';
${has('enable') ? `import { switchObjects } from '#kit/server/change/switch-objects.ts';\n` : ''}import type { Tx } from '#kit/server/directory.ts';
${field === undefined || !has('add') ? '' : `import { departmentPaths } from '../../src/modules/people/server/public.ts';\n`}import type { ${name.camel} } from '../common/${name.kebab}.contract.ts';
import { ${name.camel}Kind } from './${name.kebab}.kind.ts';
${
  !has('add')
    ? ''
    : `
/** Adds one. */
export async function add${name.pascal}(tx: Tx, caller: Caller, input: Parsed<typeof ${name.camel}.add>): Promise<{ id: string }> {
  const [id] = await createObjects(tx, caller, ${name.camel}Kind, [
    { name: String(input.${entity.name}), path: ${path}, fields: { ...input${initial.join('')} } },
  ]);
  return { id: id! };
}
`
}${
    !has('update')
      ? ''
      : `
/** Changes the given fields. Refuses with 10409 when the version is an old one. */
export async function update${name.pascal}(tx: Tx, caller: Caller, input: Parsed<typeof ${name.camel}.update>): Promise<void> {
  const { id, version, ...given } = input;
  const fields = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  await changeObjects(tx, caller, ${name.camel}Kind, [{ id, version, fields }]);
}
`
  }${
    !has('enable') && !has('delete')
      ? ''
      : `
type Bulk = Parsed<typeof ${name.camel}.${has('delete') ? 'delete' : 'enable'}>;
`
  }${
    !has('enable')
      ? ''
      : `
/** Enables or disables; answers how many changed. */
export function switch${many.pascal}(tx: Tx, caller: Caller, { ids, reason }: Bulk, enabled: boolean): Promise<number> {
  const action = enabled ? 'enable' : 'disable';
  return switchObjects(tx, caller, ${name.camel}Kind, { ids, action, field: 'enabled', value: enabled, reason });
}
`
  }${
    !has('delete')
      ? ''
      : `
/** Deletes; the journal keeps them whole for the way back. */
export function remove${many.pascal}(tx: Tx, caller: Caller, { ids, reason }: Bulk): Promise<number> {
  return removeObjects(tx, caller, ${name.camel}Kind, ids, { reason: reason ?? null });
}
`
  }`;
}

function routesText({ entity, name, many }: LongForm): string {
  const handlers: Readonly<Record<string, string>> = {
    list: `(call, input) => list${many.pascal}(call, input)`,
    get: `(call, input) => get${name.pascal}(call, input.id)`,
    add: `(call, input) => call.write((tx) => add${name.pascal}(tx, call.caller, input))`,
    update: `(call, input) => call.write(async (tx) => { await update${name.pascal}(tx, call.caller, input); return get${name.pascal}({ ...call, db: tx }, input.id); })`,
    delete: `(call, input) => call.write(async (tx) => ({ count: await remove${many.pascal}(tx, call.caller, input) }))`,
    enable: `(call, input) => call.write(async (tx) => ({ count: await switch${many.pascal}(tx, call.caller, input, true) }))`,
    disable: `(call, input) => call.write(async (tx) => ({ count: await switch${many.pascal}(tx, call.caller, input, false) }))`,
  };
  const writes = [
    entity.verbs.includes('add') && `add${name.pascal}`,
    entity.verbs.includes('delete') && `remove${many.pascal}`,
    entity.verbs.includes('enable') && `switch${many.pascal}`,
    entity.verbs.includes('update') && `update${name.pascal}`,
  ].filter(Boolean);
  return `import { handle, type BoundRoute } from '#kit/server/handle.ts';
import { ${name.camel} } from '../common/${name.kebab}.contract.ts';
import { get${name.pascal}, list${many.pascal} } from './${name.kebab}.query.ts';
import { ${writes.join(', ')} } from './${name.kebab}.service.ts';

/** Operations on ${many.words}. */
export const ${name.camel}Routes: readonly BoundRoute[] = [
${entity.verbs.map((verb) => `  handle(${name.camel}.${verb}, ${handlers[verb]}),`).join('\n')}
];
`;
}
