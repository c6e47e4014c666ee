import { sql } from 'kysely';
import type { Caller } from '#kit/server/caller.ts';
import type { Json, Operation, OperationIssue } from '#kit/server/change/kind.ts';
import type { Db, Tx } from '#kit/server/directory.ts';
import { outOfRange, Refusal, wrongState } from '#kit/server/refusal.ts';
import { isPushed, type Delivery, type SourceKind } from '../../common/source-kinds.ts';
import type { AlarmPerson, MappingRow, SourceSchedule } from '../../common/source-parts.ts';
import { codeIn } from '#modules/people/common/extra/extra-fields.ts';
import { extrasIn } from '#modules/people/server/for-sources/public.ts';
import { missingTargets } from '../mapping/required.ts';
import '../source.table.ts';
import { configIssues } from './config-issues.ts';
import { isZone } from './next-run.ts';

/** A source as it would be. */
interface RequestedValue {
  id: string;
  kind: SourceKind;
  rootDepartmentId: string;
  delivers: Delivery[];
  config: unknown;
  mapping: MappingRow[];
  matchEverywhere: boolean;
  schedule: SourceSchedule;
  alarmPeople: AlarmPerson[];
  enabled: boolean;
}

/** Fields that change whom a source may touch, and with what. */
const deciding = ['kind', 'rootDepartmentId', 'delivers', 'config', 'secret', 'scope', 'mapping', 'matching', 'matchEverywhere', 'enabled'];

/**
 * The rules of every change, also of an undone one: what is read fits its kind, who matches everybody sees everybody, one of the enabled
 * sources of a root delivers departments, and what is enabled can run: its mapping is complete (12107), a plan was read (12114), somebody is
 * told.
 */
export async function checkSources(tx: Tx, caller: Caller, operations: readonly Operation[]): Promise<Map<number, OperationIssue[]>> {
  const issues = new Map<number, OperationIssue[]>();
  for (const [index, operation] of operations.entries()) {
    if (operation.action === 'delete') await assertEnded(tx, operation);
    if (operation.action === 'delete' || !operation.after) continue;
    const found = await issuesOf(tx, caller, { operation, after: operation.after });
    if (found.length > 0) issues.set(index, found);
  }
  return issues;
}

/** What is enabled or runs is not deleted. */
async function assertEnded(tx: Tx, { id, before }: Operation): Promise<void> {
  if (before?.['enabled'] === true) throw wrongState('enabled');
  await assertIdle(tx, id);
}

/** Refuses with 12101 while a run reads or applies. */
export async function assertIdle(tx: Db, id: string): Promise<void> {
  const { rows } =
    await sql`select from source_run where source_id = ${id}::uuid and state in ('reading', 'staged', 'applying') limit 1`.execute(tx);
  if (rows.length > 0) throw new Refusal(12101);
}

interface Change {
  operation: Operation;
  after: Readonly<Record<string, Json>>;
}

async function issuesOf(tx: Tx, caller: Caller, { operation, after }: Change): Promise<OperationIssue[]> {
  const stored = await tx.selectFrom('source').selectAll().where('id', '=', operation.id).executeTakeFirst();
  const before: Partial<RequestedValue> = stored
    ? {
        kind: stored.kind,
        rootDepartmentId: stored.root_department_id,
        delivers: stored.delivers as Delivery[],
        config: stored.config,
        mapping: stored.mapping,
        matchEverywhere: stored.match_everywhere,
        schedule: stored.schedule,
        alarmPeople: stored.alarm_people,
        enabled: stored.enabled,
      }
    : {};
  const requested = { ...before, ...after, id: operation.id } as RequestedValue;
  if (requested.matchEverywhere && deciding.some((field) => field in after) && !caller.scope().all) throw outOfRange();
  const issues: OperationIssue[] = [];
  if ('config' in after) issues.push(...configIssues(requested.kind, requested.config));
  if ('mapping' in after)
    issues.push(...repeatedTargets(requested.mapping).map((at) => issue(`mapping.${at}.target`, 'source.issue.targetTwice')));
  if ('mapping' in after) issues.push(...(await unknownExtras(tx, requested.mapping)));
  if ('schedule' in after) issues.push(...scheduleIssues(requested.schedule));
  const missing = missingTargets(requested);
  if ((requested.enabled || ('mapping' in after && requested.mapping.length > 0)) && missing.length > 0)
    throw new Refusal(12107, { fields: missing.join(', ') }, { fields: missing });
  if (requested.enabled) issues.push(...(await enabledIssues(tx, requested, before)));
  return issues;
}

const issue = (path: string, key: string, params?: Record<string, unknown>): OperationIssue => ({
  path,
  namespace: 'user-centre',
  key,
  ...(params && { params }),
});

function scheduleIssues({ kind, times, zone }: SourceSchedule): OperationIssue[] {
  return [
    ...(kind === 'daily' && times.length === 0 ? [issue('schedule.times', 'source.issue.noTimes')] : []),
    ...(zone !== '' && !isZone(zone) ? [issue('schedule.zone', 'source.issue.zone')] : []),
  ];
}

async function enabledIssues(tx: Tx, requested: RequestedValue, before: Partial<RequestedValue>): Promise<OperationIssue[]> {
  if (before.enabled !== true) {
    const standing = await tx.selectFrom('source_standing').select('plan_read').where('source_id', '=', requested.id).executeTakeFirst();
    // What is pushed has no plan.
    if (!isPushed(requested.kind) && standing?.plan_read !== true) throw new Refusal(12114);
  }
  const issues = requested.alarmPeople.length === 0 ? [issue('alarmPeople', 'source.issue.nobodyTold')] : [];
  if (!requested.delivers.includes('departments')) return issues;
  const other = await tx
    .selectFrom('source')
    .select('name')
    .where('id', '<>', requested.id)
    .where('enabled', '=', true)
    .where('root_department_id', '=', requested.rootDepartmentId)
    .where(sql<boolean>`'departments' = any(delivers)`)
    .executeTakeFirst();
  return other ? [...issues, issue('rootDepartmentId', 'source.issue.rootShared', { name: other.name })] : issues;
}

/** Rows that fill an extra field which there is not. */
async function unknownExtras(tx: Tx, mapping: readonly MappingRow[]): Promise<OperationIssue[]> {
  if (!mapping.some(({ target }) => codeIn(target) !== undefined)) return [];
  const fields = await extrasIn(tx);
  return mapping.flatMap(({ of, target }, at) => {
    const name = codeIn(target);
    return name === undefined || fields.some((field) => field.target === of && field.code === name)
      ? []
      : [issue(`mapping.${at}.target`, 'issue.extra.unknown', { name })];
  });
}

/** Rows that fill what another row fills already, by their places. */
function repeatedTargets(mapping: readonly Pick<MappingRow, 'of' | 'target'>[]): number[] {
  const seen = new Set<string>();
  return mapping.flatMap(({ of, target }, at) => {
    const name = `${of} ${target}`;
    if (seen.has(name)) return [at];
    seen.add(name);
    return [];
  });
}
