import type { DepartmentName } from '#kit/server/directory.ts'; // #scoped
import type { SampleThingRow } from '../common/sample-thing.contract.ts';
import type { SampleThingTable } from './sample-thing.table.ts';

/** A row of the table as the contract shows it: the only thing that leaves the server. */
// #scoped {
export function sampleThingView(row: SampleThingTable, departments: ReadonlyMap<string, DepartmentName>): SampleThingRow {
  // #scoped }
  // #unscoped export function sampleThingView(row: SampleThingTable): SampleThingRow {
  return {
    id: row.id,
    name: row.name,
    code: row.code,
    departmentId: row.department_id, // #scoped
    departmentName: departments.get(row.department_id)?.name ?? '', // #scoped
    description: row.description,
    enabled: row.enabled,
    version: row.version,
    createdAt: row.created_at,
    createdBy: row.created_by,
    updatedAt: row.updated_at,
    updatedBy: row.updated_by,
  };
}
