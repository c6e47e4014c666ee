import { sql } from 'kysely';
import type { StoredOf } from '#kit/common/crud/crud-types.ts';
import { crudServer } from '#kit/server/crud/crud-server.ts';
import type { Kind, Operation, OperationIssue } from '#kit/server/change/kind.ts';
import type { Tx } from '#kit/server/directory.ts';
import { handle, type BoundRoute, type Call } from '#kit/server/handle.ts';
import { Refusal } from '#kit/server/refusal.ts';
import { containing, readPage } from '#kit/server/read-page.ts';
import { directory, fullNameIn, nameIn } from '#modules/people/server/public.ts';
import { bindRule, everyoneRuleId, ruleAssign, ruleMembers } from '../../common/rule.contract.ts';
import { isWithin } from './decide.ts';
import { impactOfWrite, withShownEffect } from './impact.ts';
import { policyChanged } from './policy.ts';
import { assignMembers } from './rule-members.ts';

type Stored = StoredOf<typeof bindRule.fields>;
const mostRules = 200;

/** Bind rules on the server. */
export const bindRules = crudServer(bindRule, {
  table: 'bind_rule',
  directory,
  check,
  written: async (tx) => {
    await everyoneLast(tx);
    await policyChanged(tx);
  },
  impact: (tx, caller, operations): Promise<Record<string, number>> =>
    impactOfWrite(tx, bindRules.kind as Kind, { caller, operations: operations as readonly Operation[] }),
  rows: async ({ db }, rules) => {
    const { rows } = await sql<{ id: string; n: number }>`select rule_id as id, count(*) as n from bind_rule_member
      where rule_id = any(${rules.map(({ id }) => id)}::uuid[]) group by rule_id`.execute(db);
    const counts = new Map(rows.map(({ id, n }) => [id, Number(n)]));
    return rules.map(({ id }) => ({ members: counts.get(id) ?? 0 }));
  },
});

/** Bind rules in the change engine. Members stay where their rule is deleted, and are there when it comes back; they go once it can't. */
export const bindRuleKind: Kind = {
  ...(bindRules.kind as Kind),
  purge: async (tx, ids) => {
    await sql`delete from bind_rule_member m where m.rule_id = any(${ids}::uuid[]) and not exists (select from bind_rule r where r.id = m.rule_id)`.execute(
      tx,
    );
  },
};

/** Whatever was added or moved, "Everyone" stands behind it; it is asked last in any case. */
async function everyoneLast(tx: Tx): Promise<void> {
  await sql`update bind_rule set priority = (select max(priority) from bind_rule where not built_in) + 1
    where built_in and priority <= (select max(priority) from bind_rule where not built_in)`.execute(tx);
}

async function check(tx: Tx, _caller: unknown, operations: readonly Operation<Stored>[]): Promise<Map<number, OperationIssue[]>> {
  const issues = new Map<number, OperationIssue[]>();
  for (const [index, { id, action, after }] of operations.entries()) {
    if (id === everyoneRuleId && (action === 'delete' || after?.enabled === false)) throw new Refusal(18070);
    if (after?.signInHours && !isZone(after.signInHours))
      issues.set(index, [{ path: 'signInHours.zone', namespace: 'devices', key: 'bindRule.noZone' }]);
  }
  if (operations.some(({ action }) => action === 'create')) {
    const { rows } = await sql<{ n: number }>`select count(*) as n from bind_rule`.execute(tx);
    if (Number(rows[0]?.n) >= mostRules) throw new Refusal(18041, { n: mostRules });
  }
  return issues;
}

function isZone(given: NonNullable<Stored['signInHours']>): boolean {
  try {
    isWithin(given, 0);
    return true;
  } catch {
    return false;
  }
}

interface Member {
  id: string;
  kind: 'employee' | 'department' | 'crowd';
  name: string;
  account: string;
  departmentName: string;
  devices: number;
  since: number;
}

/** A rule is changed only with what was shown where it shuts out many. */
export const bindRuleUpdate: BoundRoute = handle(bindRule.update, (call, { expected, ...change }) =>
  call.write(async (tx) => {
    await withShownEffect(tx, { call, expected }, () => bindRules.update(tx, call, change));
    return bindRules.one({ ...call, db: tx }, change.id);
  }),
);

/** Members of rules: read within the range, changed by who sees everything. */
export const ruleMemberRoutes: readonly BoundRoute[] = [
  handle(ruleMembers, membersOf),
  handle(ruleAssign, (call, request) => call.write((tx) => assignMembers(tx, call, request))),
];

/** A page of the members of a rule of one kind that are seen in the range. */
export async function membersOf(
  { db, caller }: Pick<Call, 'db' | 'caller'>,
  {
    ruleId,
    kind,
    text,
    pageNum,
    pageSize,
  }: { ruleId: string; kind: Member['kind']; text?: string | undefined; pageNum: number; pageSize: number },
) {
  const range = caller.scope();
  const language = caller.language;
  const of = sql<boolean>`m.rule_id = ${ruleId}::uuid and m.kind = ${kind}`;
  const sources = {
    employee: {
      columns: sql`e.id, 'employee' as kind, e.name, e.account, ${nameIn(language)} as "departmentName", m.since,
        (select count(*) from device_binding b where b.employee_id = e.id and b.state = 'bound') as devices`,
      from: sql`bind_rule_member m join employee e on e.id = m.member_id join department d on d.id = e.primary_department_id`,
      where: [
        of,
        directory.employeeInRange(range, 'm.member_id'),
        ...(text ? [sql<boolean>`(e.name ilike ${containing(text)} or e.account ilike ${containing(text)})`] : []),
      ],
      order: sql`e.name, e.id`,
    },
    department: {
      columns: sql`d.id, 'department' as kind, ${nameIn(language)} as name, '' as account, ${fullNameIn(language)} as "departmentName", m.since,
        (select count(*) from employee_department ed join department below on below.id = ed.department_id where below.path <@ d.path) as devices`,
      from: sql`bind_rule_member m join department d on d.id = m.member_id`,
      where: [
        of,
        directory.departmentInRange(range, 'm.member_id'),
        ...(text ? [sql<boolean>`${nameIn(language)} ilike ${containing(text)}`] : []),
      ],
      order: sql`d.path`,
    },
    crowd: {
      columns: sql`m.member_id as id, 'crowd' as kind, '' as name, '' as account, '' as "departmentName", m.since, 0 as devices`,
      from: sql`bind_rule_member m`,
      where: [of, range.all ? sql<boolean>`true` : sql<boolean>`false`],
      order: sql`m.since, m.member_id`,
    },
  };
  const page = await readPage<Member>(db, sources[kind], { pageNum, pageSize });
  if (kind !== 'crowd') return { ...page, list: page.list.map((row) => ({ ...row, devices: Number(row.devices) })) };
  const names = await directory.crowds(
    db,
    page.list.map(({ id }) => id),
    language,
    range,
  );
  return { ...page, list: page.list.map((row) => ({ ...row, devices: 0, name: names.get(row.id) ?? '' })) };
}
