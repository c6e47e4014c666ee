import type { SourceRow } from '../run/open-source.ts';

/** Targets that the mapping of a source must have and lacks (12107). */
export function missingTargets({ kind, mapping, delivers }: Pick<SourceRow, 'kind' | 'mapping' | 'delivers'>): string[] {
  // What is pushed has one standard form: without a mapping of its own it is read by that.
  if (kind === 'scim' && mapping.length === 0) return [];
  const has = (of: 'employee' | 'department', ...targets: string[]): boolean =>
    mapping.some((row) => row.of === of && targets.includes(row.target));
  const missing: string[] = [];
  if (delivers.includes('employees')) {
    for (const target of ['externalId', 'account', 'name']) if (!has('employee', target)) missing.push(target);
    if (delivers.includes('memberships') && !has('employee', 'departments', 'departmentPath')) missing.push('departments');
  }
  if (delivers.includes('departments') && mapping.some(({ of }) => of === 'department')) {
    if (!has('department', 'externalId', 'path')) missing.push('department.externalId');
    if (!has('department', 'name', 'path')) missing.push('department.name');
  }
  return missing;
}
