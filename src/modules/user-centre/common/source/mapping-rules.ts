import type { Delivery } from './source-kinds.ts';
import type { MappingRow } from './source-parts.ts';

/** What a mapping must fill for its source to be read: who and where somebody is. `department` is met by ids or by a path. */
export function missingTargets(mapping: readonly Pick<MappingRow, 'of' | 'target'>[], delivers: readonly Delivery[]): string[] {
  const has = (of: MappingRow['of'], ...targets: string[]): boolean => mapping.some((row) => row.of === of && targets.includes(row.target));
  const missing: string[] = [];
  if (delivers.includes('employees')) {
    for (const target of ['externalId', 'account', 'name']) if (!has('employee', target)) missing.push(target);
    if (delivers.includes('memberships') && !has('employee', 'departments', 'departmentPath')) missing.push('department');
  }
  // Departments may come from the paths of people alone.
  if (mapping.some(({ of }) => of === 'department')) {
    if (!has('department', 'externalId', 'path')) missing.push('department.externalId');
    if (!has('department', 'name', 'path')) missing.push('department.name');
  }
  return missing;
}

/** Rows that fill what another row fills already, by their places. */
export function repeatedTargets(mapping: readonly Pick<MappingRow, 'of' | 'target'>[]): number[] {
  const seen = new Set<string>();
  return mapping.flatMap(({ of, target }, at) => {
    const name = `${of} ${target}`;
    if (seen.has(name)) return [at];
    seen.add(name);
    return [];
  });
}
