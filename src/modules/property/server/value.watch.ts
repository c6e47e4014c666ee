import { sql } from 'kysely';
import type { Db } from '#kit/server/directory.ts';
import type { Services } from '#kit/server/services.ts';
import { local, type WarningKind } from '#kit/server/warning/warning-kind.ts';
import { propertyPage as page } from '../common/permissions.ts';
import { definitionOf, propertiesById } from './definitions.ts';
import { unfit } from './value-check.ts';

const minuteMillis = 60_000;
const hourMillis = 3_600_000;
const pageRows = 2_000;
/** More wrong values than this are the matter of one cause: it shows in the first of them. */
const most = 200;

/** A stored value is none of its property: the definition changed, or somebody wrote past the product. */
export const propertyType: WarningKind = {
  kind: 'property.type',
  title: local('属性值类型错误', 'A stored value of a wrong type', '型の合わない属性値'),
  sentence: local(
    '属性值“{name}”不是有效的 {type}，将被跳过',
    'The value “{name}” is not a valid {type} and is passed over',
    '属性値「{name}」は有効な {type} ではないため、無視されます',
  ),
  severity: 'info',
  clearMinutes: 0,
  facts: { type: { label: local('类型', 'Type', '型') } },
  link: ({ facts }) => `${page.route}?id=${String(facts['propertyId'] ?? '')}`,
};

const looked = new WeakMap<object, { all: number; told: number }>();

/** Once an hour all values are looked at, once a minute those that were told of. */
export async function watchValues(services: Services): Promise<void> {
  const now = services.now();
  const last = looked.get(services) ?? { all: -Infinity, told: -Infinity };
  if (now - last.told < minuteMillis && now >= last.told) return;
  const all = now - last.all >= hourMillis || now < last.all;
  looked.set(services, { all: all ? now : last.all, told: now });
  await (all ? notifyWrongValues(services) : clearRightValues(services, new Set(await toldOf(services.database.db))));
}

/** Tells of values that are none of their property any more, and that others are right again. */
export async function notifyWrongValues(services: Services): Promise<void> {
  const { database, warnings } = services;
  const told = new Set(await toldOf(database.db));
  const wrong = new Set<string>();
  let after = '00000000-0000-0000-0000-000000000000';
  for (;;) {
    const rows = await valuesAfter(database.db, after);
    for (const row of await wrongOf(database.db, rows)) {
      if (wrong.size >= most) break;
      wrong.add(row.id);
      if (told.has(row.id)) continue;
      await warnings.raise(database.db, {
        kind: propertyType.kind,
        object: { kind: 'propertyValue', id: row.id, name: row.label, ...(row.scope_kind === 'department' && { deptId: row.scope_id }) },
        facts: { type: row.type, propertyId: row.property_id },
      });
    }
    const last = rows.at(-1);
    if (!last || rows.length < pageRows) break;
    after = last.id;
  }
  await clearRightValues(services, new Set([...told].filter((id) => !wrong.has(id))));
}

async function clearRightValues({ database, warnings }: Pick<Services, 'database' | 'warnings'>, told: ReadonlySet<string>): Promise<void> {
  if (told.size === 0) return;
  const rows = await database.db
    .selectFrom('property_value')
    .select(columns)
    .where('id', 'in', [...told])
    .execute();
  const wrong = new Set((await wrongOf(database.db, rows)).map(({ id }) => id));
  for (const id of told) if (!wrong.has(id)) await warnings.clear(database.db, propertyType.kind, id);
}

async function toldOf(db: Db): Promise<string[]> {
  const { rows } = await sql<{
    object_id: string;
  }>`select object_id from warning where kind = ${propertyType.kind} and holds and state <> 'resolved'`.execute(db);
  return rows.map(({ object_id }) => object_id);
}

const columns = ['id', 'property_id', 'label', 'scope_kind', 'scope_id', 'value'] as const;

// A secret has no value that could be looked at.
const valuesAfter = (db: Db, after: string) =>
  db
    .selectFrom('property_value')
    .select(columns)
    .where('id', '>', after)
    .where('sealed', 'is', null)
    .orderBy('id')
    .limit(pageRows)
    .execute();

type Row = Awaited<ReturnType<typeof valuesAfter>>[number];

async function wrongOf(db: Db, rows: readonly Row[]): Promise<(Row & { type: string })[]> {
  const properties = await propertiesById(
    db,
    rows.map((row) => row.property_id),
  );
  const found: (Row & { type: string })[] = [];
  for (const row of rows) {
    const property = properties.get(row.property_id);
    if (property && !property.secret && (await unfit(row.value, definitionOf(property))) !== undefined)
      found.push({ ...row, type: property.type });
  }
  return found;
}
