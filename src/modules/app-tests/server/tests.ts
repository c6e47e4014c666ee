import { sql } from 'kysely';
import type { StoredOf } from '#kit/common/crud/crud-types.ts';
import { countAudience, partiesOutside } from '#kit/server/audience/audience.ts';
import type { Range } from '#kit/server/caller.ts';
import type { Operation, OperationIssue } from '#kit/server/change/kind.ts';
import { countedChanges } from '#kit/server/client/counted-changes.ts';
import type { Means } from '#kit/server/crud/crud-draft.ts';
import { crudServer } from '#kit/server/crud/crud-server.ts';
import type { Tx } from '#kit/server/directory.ts';
import { clock } from '#platform/clock.ts';
import { inApp } from '#modules/apps/server/public.ts';
import { directory } from '#modules/people/server/public.ts';
import { longestDays, testRelease, type TestDetail } from '../common/test.contract.ts';
import './tests.table.ts';

type Stored = StoredOf<typeof testRelease.fields>;
const range = inApp('test_release');
const dayMillis = 86_400_000;

/** Changes of tests, as terminals learn of them. */
export const testChanges = countedChanges('app_test_change', 'appTests');

/** Directed tests on the server. */
export const tests = crudServer(testRelease, {
  table: 'test_release',
  directory,
  range: { ...range, outside },
  check: async (_tx, _caller, operations) => checkTests(operations),
  written: (tx) => testChanges.changed(tx),
  where: (_means, { running }) =>
    running === undefined ? [] : [sql<boolean>`(t.ended_at is null and t.until > ${clock.now()}) = ${running}`],
  rows: (means, objects) => figuresOf(means, objects),
  detail: async (means, { versionId }) => ({ results: await resultsOf(means, versionId) }),
});

/** Tests lie where their app lies, and name no tester from outside. */
async function outside(tx: Tx, seen: Range, operations: readonly Operation<Stored>[]): Promise<Set<number>> {
  const found = await range.outside(tx, seen, operations);
  for (const [index, { after }] of operations.entries())
    if ((await partiesOutside(tx, directory, after?.testers ?? [], seen)).length > 0) found.add(index);
  return found;
}

/** A test names somebody, and does not run for longer than half a year. */
function checkTests(operations: readonly Operation<Stored>[]): Map<number, OperationIssue[]> {
  const issues = new Map<number, OperationIssue[]>();
  const now = clock.now();
  for (const [index, { after }] of operations.entries()) {
    const wrong: OperationIssue[] = [];
    if (after?.testers && !after.testers.some(({ exclude }) => !exclude))
      wrong.push({ path: 'testers', namespace: 'app-tests', key: 'issue.nobody' });
    if (after?.until !== undefined && (after.until <= now || after.until > now + longestDays * dayMillis))
      wrong.push({ path: 'until', namespace: 'app-tests', key: 'issue.until', params: { most: longestDays } });
    if (wrong.length > 0) issues.set(index, wrong);
  }
  return issues;
}

interface Figures {
  id: string;
  platform: 1 | 2 | 4 | 5 | 8 | null;
  buildNo: string;
  terminals: number;
  installed: number;
  crashed: number;
  feedback: number;
}

async function figuresOf({ db, caller, services }: Means, objects: readonly (Stored & { id: string })[]) {
  const { rows } = await sql<Figures>`select t.id, v.platform, coalesce(v.build_no, '') as "buildNo", count(o.device_id)::int as terminals,
      count(o.installed_at)::int as installed, count(o.crashed_at)::int as crashed,
      (select count(*) from feedback f where f.app_id = t.app_id and f.platform = v.platform and f.build_no = v.build_no and f.created_at >= t.created_at)::int as feedback
    from test_release t left join app_version v on v.id = t.version_id left join version_offer o on o.version_id = t.version_id
    where t.id = any(${objects.map(({ id }) => id)}::uuid[]) group by t.id, v.id`.execute(db);
  const byId = new Map(rows.map(({ id, ...figures }) => [id, figures]));
  const none = { platform: null, buildNo: '', terminals: 0, installed: 0, crashed: 0, feedback: 0 };
  return Promise.all(
    objects.map(async ({ id, testers, until, endedAt }) => ({
      ...(byId.get(id) ?? none),
      state: endedAt === null && until > services.now() ? ('running' as const) : ('ended' as const),
      people: (await countAudience(db, directory, testers, caller.scope())).people,
    })),
  );
}

type Result = TestDetail['results'][number];

/** What became of the version at the terminals that took it, of people whom the caller sees. */
async function resultsOf({ db, caller }: Means, versionId: string): Promise<Result[]> {
  const range_ = caller.scope();
  const { rows } = await sql<Omit<Result, 'employeeName'>>`select o.employee_id as "employeeId", coalesce(a.model, '') as model,
      coalesce(a.system, '') as system, o.state, o.installed_at as "installedAt", o.crashed_at as "crashedAt", o.last_seen as "lastSeen"
    from version_offer o join app_version v on v.id = o.version_id left join app_terminal a on a.app_id = v.app_id and a.device_id = o.device_id
    where o.version_id = ${versionId}::uuid and ${range_.all ? sql`true` : directory.employeeInRange(range_, 'o.employee_id')}
    order by o.last_seen desc limit 200`.execute(db);
  const people = await directory.people(
    db,
    rows.flatMap(({ employeeId }) => employeeId ?? []),
    caller.language,
    range_,
  );
  const at = (value: number | null): number | null => (value === null ? null : Number(value));
  return rows.map((row) => ({
    ...row,
    employeeName: people.get(row.employeeId ?? '')?.name ?? '',
    installedAt: at(row.installedAt),
    crashedAt: at(row.crashedAt),
    lastSeen: Number(row.lastSeen),
  }));
}
