import { sql } from 'kysely';
import type { Caller } from '#kit/server/caller.ts';
import type { Operation, OperationIssue } from '#kit/server/change/kind.ts';
import type { Tx } from '#kit/server/directory.ts';
import { clock } from '#platform/clock.ts';
import { checkSuperiors } from './administrators.ts';
import { assignmentsOf } from './employee.columns.ts';
import { checkReportingLines } from './employee.managers.ts';
import { checkTaken } from './employee.taken.ts';
import { checkExtras } from '../extra/extra.check.ts';
import { Issues } from '../issues.ts';
import { numberPattern } from './number-format.ts';
import { comingBack, unknownPeople } from './people-exist.ts';
import { checkPlacements } from '../role-turns/role-turns.ts';
import { checkOwned } from '../ties/owners.ts';
import { peopleSettings } from '../setting/setting.ts';

const yearMillis = 366 * 24 * 3600_000;

/** Rules of people that need the database, and hands off what a source owns. */
export async function checkEmployees(tx: Tx, caller: Caller, operations: readonly Operation[]): Promise<Map<number, OperationIssue[]>> {
  const found = await checkEmployeeRules(tx, caller, operations);
  return checkOwned(tx, 'employee', operations, found);
}

/** Rules of people that need the database: taken keys, departments, reporting lines, owners. Whoever owns a field. */
export async function checkEmployeeRules(tx: Tx, caller: Caller, operations: readonly Operation[]): Promise<Map<number, OperationIssue[]>> {
  const issues = new Issues();
  await checkTaken(tx, caller, operations, issues);
  await checkNumbers(tx, operations, issues);
  await checkAssignments(tx, operations, issues);
  await checkReportingLines(tx, operations, issues);
  await checkOwners(tx, operations, issues);
  await checkSuperiors(tx, caller, operations, issues);
  await checkPlacements(tx, caller, operations, issues);
  await checkExtras(tx, caller, { target: 'employee', operations }, issues);
  return issues.found;
}

/** Numbers fit the format that is set; those that are there stay as they are. */
async function checkNumbers(tx: Tx, operations: readonly Operation[], issues: Issues): Promise<void> {
  const named = [...operations.entries()].flatMap(([index, { after, action }]) =>
    typeof after?.['employeeNo'] === 'string' && action !== 'restore' ? [{ index, number: after['employeeNo'] }] : [],
  );
  if (named.length === 0) return;
  const { numberFormat: format } = await peopleSettings.read(tx);
  const fits = format === null ? undefined : await numberPattern(format);
  for (const { index, number } of named) if (fits && !fits(number)) issues.add(index, 'employeeNo', 'numberFormat', { format });
}

interface Place {
  id: string;
  kind: string;
  enabled: boolean;
  name: string;
}

async function checkAssignments(tx: Tx, operations: readonly Operation[], issues: Issues): Promise<void> {
  const wanted = [...operations.entries()].filter(([, { action, after }]) => action === 'create' || (after && 'assignments' in after));
  if (wanted.length === 0) return;
  const ids = [...new Set(wanted.flatMap(([, { after }]) => assignmentsOf(after).map(({ departmentId }) => departmentId)))];
  const { rows } =
    await sql<Place>`select id, kind, enabled, name ->> 'zh_CN' as name from department where id = any(${ids}::uuid[])`.execute(tx);
  const places = new Map(rows.map((row) => [row.id, row]));
  for (const [index, operation] of wanted) {
    const assignments = assignmentsOf(operation.after);
    const had = new Set(assignmentsOf(operation.before).map(({ departmentId }) => departmentId));
    const distinct = new Set(assignments.map(({ departmentId }) => departmentId));
    if (assignments.filter(({ primary }) => primary).length !== 1) issues.add(index, 'assignments', 'primary');
    if (distinct.size < assignments.length) issues.add(index, 'assignments', 'departmentTwice');
    for (const { departmentId, primary } of assignments) {
      const place = places.get(departmentId);
      if (!place) issues.add(index, 'assignments', 'unknownDepartment');
      else if (primary && place.kind === 'virtual') issues.add(index, 'assignments', 'virtualPrimary');
      else if (!place.enabled && !had.has(departmentId) && operation.action !== 'restore')
        issues.add(index, 'assignments', 'departmentDisabled', { name: place.name });
    }
  }
}

async function checkOwners(tx: Tx, operations: readonly Operation[], issues: Issues): Promise<void> {
  const about = [...operations.entries()].filter(
    ([, { action, after }]) =>
      action === 'create' || (after && ['employmentType', 'ownerId', 'expiresAt', 'dottedManagerIds'].some((field) => field in after)),
  );
  if (about.length === 0) return;
  const people = about
    .flatMap(([, { after }]) => [after?.['ownerId'], ...(Array.isArray(after?.['dottedManagerIds']) ? after['dottedManagerIds'] : [])])
    .filter((id) => typeof id === 'string');
  const unknown = await unknownPeople(tx, people);
  for (const id of comingBack(operations)) unknown.delete(id);
  const present = await presentOf(
    tx,
    about.filter(([, { action }]) => action !== 'create').map(([, { id }]) => id),
  );
  for (const [index, { id, after }] of about) {
    const now = { ...present.get(id), ...after };
    if (typeof after?.['ownerId'] === 'string' && unknown.has(after['ownerId'])) issues.add(index, 'ownerId', 'managerUnknown');
    if (Array.isArray(after?.['dottedManagerIds']) && after['dottedManagerIds'].some((one) => one === id || unknown.has(String(one))))
      issues.add(index, 'dottedManagerIds', 'managerUnknown');
    if (now['employmentType'] !== 'shared' && now['employmentType'] !== 'service') continue;
    if (typeof now['ownerId'] !== 'string') issues.add(index, 'ownerId', 'ownerNeeded');
    if (typeof now['expiresAt'] !== 'number' || now['expiresAt'] > clock.now() + yearMillis)
      issues.add(index, 'expiresAt', 'expiresNeeded');
  }
}

async function presentOf(tx: Tx, ids: readonly string[]): Promise<Map<string, Record<string, unknown>>> {
  if (ids.length === 0) return new Map();
  const rows = await tx
    .selectFrom('employee')
    .select(['id', 'employment_type', 'owner_id', 'expires_at'])
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .execute();
  return new Map(rows.map((row) => [row.id, { employmentType: row.employment_type, ownerId: row.owner_id, expiresAt: row.expires_at }]));
}
