import { sql } from 'kysely';
import { sameJson } from '#kit/server/change/fields.ts';
import type { Fields, Operation, OperationIssue } from '#kit/server/change/kind.ts';
import type { Db, Tx } from '#kit/server/directory.ts';

/** A row of a source's mapping, as far as it decides whose a field is. */
interface MappingRow {
  of: 'employee' | 'department';
  target: string;
  own: string;
}

/** Whose a field is: the source, and the attribute from which it comes. */
export interface FieldOwner {
  sourceId: string;
  sourceName: string;
  attribute: string;
}

interface Row {
  id: string;
  sourceId: string;
  sourceName: string;
  owned: Record<string, string>;
  mapping: MappingRow[];
  delivers: string[];
}

/** Fields that targets are called otherwise by. */
const fieldNames: Readonly<Record<MappingRow['of'], Readonly<Record<string, string>>>> = {
  employee: { departments: 'assignments', departmentPath: 'assignments', manager: 'managerId' },
  department: { nameEn: 'name', nameJa: 'name', parent: 'parentId', path: 'parentId', managers: 'managerIds' },
};
const noFields = new Set(['externalId', 'disabled', 'left', 'order']);

/** The field that a row of a mapping writes. */
export const fieldOfTarget = ({ of, target }: Pick<MappingRow, 'of' | 'target'>): string => fieldNames[of][target] ?? target;

/** Fields of which a mapping says that they are always the source's. */
function alwaysOf(of: MappingRow['of'], { mapping, delivers }: Pick<Row, 'mapping' | 'delivers'>): Set<string> {
  const isField = (target: string): boolean => !noFields.has(target) && (target !== 'avatar' || delivers.includes('photos'));
  const fields = mapping.filter((row) => row.of === of && row.own === 'always' && isField(row.target)).map(fieldOfTarget);
  // Departments that are known by paths alone have no rows of their own.
  if (of === 'department' && delivers.includes('departments')) fields.push('name', 'parentId');
  return new Set(fields);
}

/** Who owns which fields of people or departments: enabled sources that are tied to them and always write these fields. */
export async function ownersOf(
  db: Db,
  ids: readonly string[],
  of: MappingRow['of'] = 'employee',
): Promise<Map<string, Record<string, FieldOwner>>> {
  const owners = new Map<string, Record<string, FieldOwner>>();
  if (ids.length === 0) return owners;
  // The stronger source is read last, and so decides.
  const { rows } = await sql<Row>`select l.object_id as id, s.id as "sourceId", s.name as "sourceName", l.owned, s.mapping, s.delivers
    from source_link l join source s on s.id = l.source_id and s.enabled
    where l.object_id = any(${[...ids]}::uuid[]) and l.object_kind = ${of} and l.state = 'linked' order by s.priority desc, s.id desc`.execute(
    db,
  );
  for (const row of rows) {
    const always = alwaysOf(of, row);
    const fields = owners.get(row.id) ?? {};
    for (const [field, attribute] of Object.entries(row.owned))
      if (always.has(field)) fields[field] = { sourceId: row.sourceId, sourceName: row.sourceName, attribute };
    owners.set(row.id, fields);
  }
  return owners;
}

/** The name of the source that a field of somebody belongs to; undefined where it is nobody's but theirs. */
export async function sourceOwning(db: Db, id: string, field: string): Promise<string | undefined> {
  return (await ownersOf(db, [id])).get(id)?.[field]?.sourceName;
}

/** Fields of people that enabled sources always write, with the name of the source; of several the strongest. */
export async function fieldsOfSources(db: Db): Promise<Map<string, string>> {
  const { rows } = await sql<{
    name: string;
    mapping: MappingRow[];
    delivers: string[];
  }>`select name, mapping, delivers from source where enabled order by priority desc, id desc`.execute(db);
  return new Map(rows.flatMap(({ name, ...row }) => [...alwaysOf('employee', row)].map((field) => [field, name] as const)));
}

/** Changes by hand of what a source owns: 12020, and 12004 where a whole department is the source's. What is wrong already stays as it was said. */
export async function checkOwned(
  tx: Tx,
  of: MappingRow['of'],
  operations: readonly Operation[],
  found: Map<number, OperationIssue[]>,
): Promise<Map<number, OperationIssue[]>> {
  const touching = [...operations.entries()].filter(([, { action, after }]) =>
    action === 'delete' ? of === 'department' : action !== 'create' && action !== 'restore' && after !== null,
  );
  const owners = await ownersOf(
    tx,
    touching.map(([, { id }]) => id),
    of,
  );
  const refused: [number, OperationIssue][] = [];
  for (const [index, { id, action, after }] of touching) {
    const fields = owners.get(id) ?? {};
    const field =
      action === 'delete' ? Object.keys(fields).find((name) => name === 'name') : Object.keys(after ?? {}).find((name) => name in fields);
    if (field === undefined || found.has(index)) continue;
    const whole = of === 'department' && (action === 'delete' || field === 'name' || field === 'parentId');
    const source = fields[field]!.sourceName;
    const issue = whole
      ? { path: field, key: 'issue.deptOfSource', params: { name: source } }
      : { path: field, key: 'issue.owned', params: { field, name: source } };
    refused.push([index, { namespace: 'user-centre', ...issue }]);
  }
  if (refused.length === 0) return found;
  const back = await putBack(
    tx,
    of,
    refused.map(([index]) => operations[index]!),
  );
  for (const [index, issue] of refused) if (!back.has(operations[index]!)) found.set(index, [issue]);
  return found;
}

/** Operations that put back what a merge of departments moved, and nothing else: so the source had delivered it. */
async function putBack(tx: Tx, of: MappingRow['of'], operations: readonly Operation[]): Promise<Set<Operation>> {
  const ids = operations.map(({ id }) => id);
  const { rows } = await sql<{ id: string; operation: string; before: Fields | null }>`select distinct on (line.object_id)
      line.object_id as id, batch.operation, line.before
    from change_operation line join change_batch batch on batch.id = line.batch_id
    where line.kind = ${of} and line.object_id = any(${ids}::text[]) order by line.object_id, line.id desc`.execute(tx);
  const merged = new Map(rows.filter(({ operation }) => operation === 'department.merge').map(({ id, before }) => [id, before]));
  return new Set(
    operations.filter(({ id, after }) => {
      const before = merged.get(id);
      return before && after && Object.entries(after).every(([field, value]) => sameJson(before[field] ?? null, value));
    }),
  );
}
