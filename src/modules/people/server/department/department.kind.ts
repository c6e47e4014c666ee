import { sql } from 'kysely';
import { inEach, localText, type LocalText } from '#kit/common/language.ts';
import { pathInRange, type Range } from '#kit/server/caller.ts';
import type { Fields, Kind, Operation, State } from '#kit/server/change/kind.ts';
import type { Tx } from '#kit/server/directory.ts';
import { userManagement } from '../../common/permissions.ts';
import { checkDepartments } from './department.check.ts';
import { departmentPaths, lockTree } from './department.tree.ts';
import { journaledExtras } from '../extra/extra.index.ts';
import { extraPeople, withExtraRules } from '../extra/extra.known.ts';
import { namingOutside } from '../employee/named-people.ts';
import { departmentImpact } from './department.impact.ts';
import { usersOfDepartments, writeDepartments } from './department.write.ts';
import './department.table.ts';

interface Row {
  id: string;
  version: number;
  path: string;
  fields: Fields;
}

/** A name of several languages, as it stands in the journal, for readers of each. */
export function departmentNamesOf(value: unknown): LocalText {
  const name = localText(1000).safeParse(value);
  return inEach(name.success ? name.data : {});
}

async function read(tx: Tx, ids: readonly string[], lock: boolean): Promise<Map<string, State>> {
  if (lock) await lockTree(tx);
  const { rows } =
    await sql<Row>`select id, version, path::text as path, jsonb_build_object('parentId', parent_id, 'name', name, 'code', code, 'kind', kind,
      'orderNo', order_no, 'managerIds', to_jsonb(manager_ids), 'deputyIds', to_jsonb(deputy_ids), 'phone', phone, 'email', email, 'address', address,
      'costCentre', cost_centre, 'description', description, 'enabled', enabled) || ${journaledExtras('extra')} as fields
    from department where id = any(${ids}::uuid[]) order by id ${lock ? sql`for no key update` : sql``}`.execute(tx);
  return new Map(
    rows.map(({ id, version, path, fields }) => [id, { id, name: departmentNamesOf(fields['name']).zh_CN, version, path, fields }]),
  );
}

async function outside(tx: Tx, range: Range, operations: readonly Operation[]): Promise<Set<number>> {
  const found = new Set<number>();
  if (range.all) return found;
  const paths = await departmentPaths(
    tx,
    operations.flatMap(({ after }) => (typeof after?.['parentId'] === 'string' ? [after['parentId']] : [])),
  );
  const made = new Set(operations.filter(({ action }) => action === 'create' || action === 'restore').map(({ id }) => id));
  for (const [index, { action, path, after }] of operations.entries()) {
    const isNew = action === 'create' || action === 'restore';
    const parent = after?.['parentId'];
    // Moving or deleting the top of one's own range would change what lies above it.
    if (!isNew && !(path !== null && pathInRange(range, path))) found.add(index);
    if (typeof parent !== 'string' || made.has(parent)) continue;
    const target = paths.get(parent);
    if (target === undefined || !pathInRange(range, target)) found.add(index);
  }
  for (const index of await namingOutside(tx, range, operations, ['managerIds', 'deputyIds', ...extraPeople('department')]))
    found.add(index);
  return found;
}

/** The department of the same name below the same parent. */
async function siblingOf(tx: Tx, { id, after }: Operation): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`select d.id from department d, unnest(array['zh_CN', 'en_US', 'ja_JP']) as l(language)
    where d.parent_id::text = ${String(after?.['parentId'] ?? '')} and d.id <> ${id}::uuid
      and lower(d.name ->> language) = lower(${JSON.stringify(after?.['name'] ?? {})}::jsonb ->> language) and d.name ->> language <> '' limit 1`.execute(
    tx,
  );
  return rows[0]?.id;
}

const ownFields: Kind['fields'] = {
  parentId: { refers: 'department' },
  name: {},
  code: {},
  kind: {},
  orderNo: { internal: true },
  managerIds: { refers: 'employee' },
  deputyIds: { refers: 'employee' },
  phone: {},
  email: {},
  address: {},
  costCentre: {},
  description: {},
  enabled: {},
};

const fieldsNow = withExtraRules('department', ownFields);

/** Departments in the change engine: `parentId` moves one with all below, `orderNo` is its rank among siblings. */
export const departmentKind: Kind = {
  kind: 'department',
  module: 'user-centre',
  codes: { read: userManagement.code, revert: userManagement.button.updateDept, unmask: userManagement.button.unmask },
  get fields() {
    return fieldsNow();
  },
  kept: [{ table: 'department', object: 'id', columns: ['created_at', 'created_by', 'no'] }],
  read,
  write: writeDepartments,
  check: checkDepartments,
  outside,
  impact: (tx, _caller, operations) => departmentImpact(tx, operations),
  usedBy: usersOfDepartments,
  sameKey: siblingOf,
};
