import { sql } from 'kysely';
import { pick } from '#kit/common/language.ts';
import type { Operation, OperationIssue } from '#kit/server/change/kind.ts';
import { crudServer } from '#kit/server/crud/crud-server.ts';
import type { Caller } from '#kit/server/caller.ts';
import type { Db, Tx } from '#kit/server/directory.ts';
import { Refusal } from '#kit/server/refusal.ts';
import { assertSystem, interfaceInRange, type InterfaceUse } from '#modules/access/server/public.ts';
import { directory } from '#modules/people/server/public.ts';
import { todoSystem } from '../../common/template/system.contract.ts';
import { queueComparison } from '../item/console/compare.ts';
import { systemInReach, systemsOutside } from './reach.ts';

const dayMillis = 86_400_000;

type Changed = Operation<{ answerMode: string; answerUrl: string | null; answerInterfaceId: string | null; answerSecret: string | null }>;

/** What is named must be there and within reach: the system whose keys sign, and interfaces that carry answers. */
async function assertNamed(
  tx: Tx,
  caller: Caller,
  named: Readonly<Record<string, string | null | undefined>>,
): Promise<string | undefined> {
  for (const [path, id] of Object.entries(named)) {
    if (typeof id !== 'string') continue;
    try {
      if (path === 'accessSystemId') await assertSystem(tx, caller.scope(), id);
      else await interfaceInRange(tx, caller, id);
    } catch (error) {
      if (error instanceof Refusal) return path;
      throw error;
    }
  }
  return undefined;
}

/** Whether answers have where to go: a system is called at an address, an interface has to be chosen. */
async function answerIssue(tx: Tx, { id, after }: Changed): Promise<OperationIssue[]> {
  if (!after || (after.answerMode === undefined && after.answerUrl === undefined && after.answerInterfaceId === undefined)) return [];
  const { rows } = await sql<{ mode: string; url: string | null; interface: string | null }>`select answer_mode as mode, answer_url as url,
    answer_interface_id as interface from todo_system where id = ${id}::uuid`.execute(tx);
  const [now] = rows;
  const mode = after.answerMode ?? now?.mode;
  const url = after.answerUrl === undefined ? now?.url : after.answerUrl;
  const chosen = after.answerInterfaceId === undefined ? now?.interface : after.answerInterfaceId;
  if (mode === 'call' && !url) return [{ path: 'answerUrl', namespace: 'todo-forms', key: 'issue.answerUrl' }];
  return mode === 'interface' && !chosen ? [{ path: 'answerInterfaceId', namespace: 'todo-forms', key: 'issue.answerInterface' }] : [];
}

/** A secret belongs to the host it was given for: it goes with another one. */
async function clearSecrets(tx: Tx, operations: readonly Changed[]): Promise<void> {
  const originOf = (url: string | null | undefined): string => (typeof url === 'string' && URL.canParse(url) ? new URL(url).origin : '');
  const moved = operations.filter(
    ({ action, before, after }) =>
      action === 'change' &&
      after?.answerUrl !== undefined &&
      before?.answerUrl !== null &&
      originOf(before?.answerUrl) !== originOf(after.answerUrl) &&
      after.answerSecret === undefined,
  );
  if (moved.length === 0) return;
  await sql`update todo_system set answer_secret = null where id = any(${moved.map(({ id }) => id)}::uuid[])`.execute(tx);
}

/** People who have open items of these systems. */
async function peopleWaiting(tx: Db, ids: readonly string[]): Promise<number> {
  const { rows } = await sql<{
    n: number;
  }>`select count(distinct p.employee_id)::int as n from todo_person p join todo_item i on i.id = p.item_id
    where i.system_id = any(${[...ids]}::uuid[]) and i.state = 'open' and p.state in ('open', 'submitted')`.execute(tx);
  return rows[0]!.n;
}

/** Figures of systems as lists show them. */
interface Figures {
  readonly id: string;
  readonly templates: number;
  readonly managers: number;
  readonly open: number;
  readonly pushed24: number;
  readonly answers7: number;
  readonly failing: number;
}

async function figuresOf(db: Db, ids: readonly string[], now: number): Promise<Map<string, Figures>> {
  const { rows } = await sql<Figures>`select s.id,
      (select count(*)::int from todo_template t where t.system_id = s.id) as templates,
      (select count(*)::int from todo_manager m join (${directory.activeEmployees()}) as active on active.id = m.employee_id where m.system_id = s.id) as managers,
      (select count(*)::int from todo_item i where i.system_id = s.id and i.state = 'open') as open,
      (select count(*)::int from todo_item i where i.system_id = s.id and i.pushed_at > ${now - dayMillis}) as pushed24,
      coalesce(a.all_of_them, 0) as answers7, coalesce(a.failing, 0) as failing
    from todo_system s left join lateral (select count(*)::int as all_of_them,
        count(*) filter (where state in ('failed', 'unknown'))::int as failing
      from todo_answer where system_id = s.id and at > ${now - 7 * dayMillis}) as a on true
    where s.id = any(${[...ids]}::uuid[])`.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}

/** Business systems on the server. */
export const todoSystems = crudServer(todoSystem, {
  table: 'todo_system',
  directory,
  range: { visible: (range) => systemInReach(range, 't.id'), outside: systemsOutside },
  check: async (tx, caller, operations) => {
    const issues = new Map<number, OperationIssue[]>();
    for (const [index, operation] of operations.entries()) {
      const { action, after } = operation;
      if (action === 'delete' || !after) continue;
      const { accessSystemId, answerInterfaceId, statusInterfaceId } = after;
      const unknown = await assertNamed(tx, caller, { accessSystemId, answerInterfaceId, statusInterfaceId });
      const found =
        unknown === undefined ? await answerIssue(tx, operation) : [{ path: unknown, namespace: 'todo-forms', key: 'issue.unknown' }];
      if (found.length > 0) issues.set(index, found);
    }
    return issues;
  },
  impact: async (tx, _caller, operations) => {
    const ids = operations.flatMap(({ action, id, after }) => (action === 'delete' || after?.enabled === false ? [id] : []));
    const counts: Record<string, number> = ids.length === 0 ? {} : { people: await peopleWaiting(tx, ids) };
    return counts;
  },
  usedBy: async (tx, ids) => {
    const { rows: items } = await sql<{
      n: number;
    }>`select count(*)::int as n from todo_item where system_id = any(${[...ids]}::uuid[])`.execute(tx);
    if (items[0]!.n > 0) throw new Refusal(17063, { n: items[0]!.n }, { n: items[0]!.n });
    const { rows } = await sql<{ system: string; id: string; name: string }>`select system_id as system, id, name ->> 'zh_CN' as name
      from todo_template where system_id = any(${[...ids]}::uuid[]) order by place`.execute(tx);
    const found = new Map<string, { kind: string; id: string; name: string }[]>();
    for (const { system, ...use } of rows) found.set(system, [...(found.get(system) ?? []), { kind: 'todoTemplate', ...use }]);
    return found;
  },
  written: async (tx, caller, operations) => {
    await clearSecrets(tx, operations);
    // Who was away may have finished items meanwhile.
    for (const { id, before, after } of operations)
      if (before?.enabled === false && after?.enabled === true) await queueComparison(tx, id, caller.uid);
  },
  where: ({ services }, { failing, unused }) => [
    ...(failing === true
      ? [
          sql<boolean>`exists (select from todo_answer a where a.system_id = t.id and a.state in ('failed', 'unknown')
            and a.at > ${services.now() - 7 * dayMillis})`,
        ]
      : []),
    ...(unused === true ? [sql<boolean>`not exists (select from todo_item i where i.system_id = t.id)`] : []),
  ],
  rows: async ({ db, services }, objects) => {
    const ids = objects.map(({ id }) => id);
    const known = await figuresOf(db, ids, services.now());
    return ids.map((id) => {
      const { id: _id, ...figures } = known.get(id) ?? { id, templates: 0, managers: 0, open: 0, pushed24: 0, answers7: 0, failing: 0 };
      return figures;
    });
  },
});

/** Business systems that are answered or compared through these interfaces. */
export async function systemUses(db: Db, ids: readonly string[]): Promise<InterfaceUse[]> {
  const { rows } = await sql<{ id: string; name: Record<string, string> }>`select id, name from todo_system
    where answer_interface_id = any(${[...ids]}::uuid[]) or status_interface_id = any(${[...ids]}::uuid[])`.execute(db);
  return rows.map(({ id, name }) => ({ kind: 'todoSystem', id, name: pick(name, 'zh_CN') }));
}
