import { sql } from 'kysely';
import type { Json, Kind, Operation } from '#kit/server/change/kind.ts';
import { tableKind } from '#kit/server/change/table-kind.ts';
import type { Tx } from '#kit/server/directory.ts';
import { takeFile } from '#kit/server/files/files.ts';
import { clock } from '#platform/clock.ts';
import { sourcePage as page } from '../../common/source.permissions.ts';
import type { SourceSchedule } from '../../common/source-parts.ts';
import { departmentPaths } from '#modules/people/server/public.ts';
import type { SourceKind } from '../../common/source-kinds.ts';
import { cleared } from '../connector/open-source.ts';
import { connectorOf, isReadable } from '../connector/connectors.ts';
import '../source.table.ts';
import { nextRun } from './next-run.ts';
import { checkSources } from './source.check.ts';

const base = tableKind({
  kind: 'source',
  module: 'user-centre',
  codes: { read: page.code, revert: page.button.update },
  table: 'source',
  name: 'name',
  fields: {
    name: { column: 'name' },
    code: { column: 'code' },
    kind: { column: 'kind' },
    rootDepartmentId: { column: 'root_department_id', refers: 'department' },
    delivers: { column: 'delivers' },
    config: { column: 'config' },
    secret: { column: 'secret', secret: true },
    scope: { column: 'scope' },
    mapping: { column: 'mapping' },
    matching: { column: 'matching' },
    matchEverywhere: { column: 'match_everywhere' },
    leaverPolicy: { column: 'leaver_policy' },
    deptPolicy: { column: 'dept_policy' },
    createDepartments: { column: 'create_departments' },
    unknownDepartment: { column: 'unknown_department' },
    initialPassword: { column: 'initial_password' },
    brake: { column: 'brake' },
    schedule: { column: 'schedule' },
    applyMode: { column: 'apply_mode' },
    alarmPeople: { column: 'alarm_people', refers: 'employee' },
    lateAfter: { column: 'late_after' },
    priority: { column: 'priority' },
    enabled: { column: 'enabled' },
  },
  department: { field: 'rootDepartmentId', paths: departmentPaths },
  unique: { source_code: 'code', source_name: 'name' },
  check: checkSources,
});

/** Sources of people in the change engine. Whoever changes one, also by undoing, passes the same rules; secrets go to no other address than theirs. */
export const sourceKind: Kind = {
  ...base,
  write: async (tx, caller, operations) => {
    const before = await base.read(
      tx,
      operations.map(({ id }) => id),
      false,
    );
    const files = operations.flatMap((operation) => filesOf(operation, before.get(operation.id)?.fields['config']));
    const safe = await Promise.all(operations.map((operation) => withoutSecret(operation, before.get(operation.id)?.fields)));
    await base.write(tx, caller, safe);
    await followFiles(tx, files);
    const kept = operations.filter(({ action }) => action !== 'delete').map(({ id }) => id);
    // What is pushed has no plan that could be read first.
    await sql`insert into source_standing (source_id, plan_read, state)
      select id, kind = 'scim', case when kind = 'scim' then 'idle' else 'draft' end from source where id = any(${kept}::uuid[])
      on conflict do nothing`.execute(tx);
    await followSchedules(tx, operations);
  },
};

/** The operation, with its secrets taken away where it leads them to another address. */
async function withoutSecret(operation: Operation, before: Readonly<Record<string, Json>> | undefined): Promise<Operation> {
  const { after } = operation;
  if (!before || !after || !('config' in after) || 'secret' in after || before['secret'] === null) return operation;
  const kind = before['kind'] as SourceKind;
  return (await targetOf(kind, before['config'])) === (await targetOf(kind, after['config']))
    ? operation
    : { ...operation, after: { ...after, secret: cleared } };
}

/** Where the secrets of a configuration go; of a kind that nobody reads, any other configuration is another place. */
export async function targetOf(kind: SourceKind, config: unknown): Promise<string> {
  if (!isReadable(kind)) return JSON.stringify(config);
  const connector = await connectorOf(kind);
  const parsed = connector.config.safeParse(config);
  return parsed.success ? connector.target(parsed.data) : JSON.stringify(config);
}

const undoMillis = 30 * 86_400_000;

const fileIn = (config: Json | undefined): string | null => {
  const id = config && typeof config === 'object' && !Array.isArray(config) ? config['fileId'] : null;
  return typeof id === 'string' ? id : null;
};

/** Files that come into use by an operation, and those that it leaves behind. */
function filesOf({ after, action }: Operation, before: Json | undefined): { id: string; used: boolean }[] {
  if (action !== 'delete' && (!after || !('config' in after))) return [];
  const [old, now] = [fileIn(before), action === 'delete' ? null : fileIn(after?.['config'])];
  if (old === now) return [];
  return [...(old ? [{ id: old, used: false }] : []), ...(now ? [{ id: now, used: true }] : [])];
}

/** What is in use stays; what is not any more stays as long as the change may be taken back. */
async function followFiles(tx: Tx, files: readonly { id: string; used: boolean }[]): Promise<void> {
  for (const { id, used } of files)
    if (used) await takeFile(tx, id);
    else
      await tx
        .updateTable('file')
        .set({ expires_at: clock.now() + undoMillis })
        .where('id', '=', id)
        .execute();
}

/** When each runs next: by what it says now. */
async function followSchedules(tx: Tx, operations: readonly Operation[]): Promise<void> {
  const touched = operations.filter(({ action, after }) => action !== 'delete' && after && ('schedule' in after || 'enabled' in after));
  const rows = await tx
    .selectFrom('source')
    .select(['id', 'enabled', 'schedule'])
    .where('id', 'in', touched.map(({ id }) => id).concat(nobody))
    .execute();
  for (const { id, enabled, schedule } of rows)
    await tx
      .updateTable('source_standing')
      .set({ next_at: enabled ? nextRun(schedule as SourceSchedule, clock.now()) : null, late_told: false })
      .where('source_id', '=', id)
      .execute();
}

/** `in ()` is no SQL. */
const nobody = '00000000-0000-0000-0000-000000000000';
