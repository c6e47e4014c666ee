import { sql } from 'kysely';
import type { Operation, OperationIssue, State } from '#kit/server/change/kind.ts';
import { lockOrder } from '#kit/server/change/lock-order.ts';
import type { Tx } from '#kit/server/directory.ts';
import { Refusal } from '#kit/server/refusal.ts';
import { specialIn, type Special } from './special.state.ts';

/** Name of the order of the rules (`lockOrder`). */
export const specialOrder = 'contact_special';

const takesPlace = ({ after }: Operation): boolean => after !== null && 'priority' in after;

const mostRules = 200;
const mostBelongs = 10_000;

/** Rules of special user rules, for a form as for an undo: their number, their order, and the proxy. */
export async function checkSpecials(
  tx: Tx,
  operations: readonly Operation[],
  states: ReadonlyMap<string, State>,
): Promise<Map<number, OperationIssue[]>> {
  const issues = new Map<number, OperationIssue[]>();
  // Two that took a place beside each other would both keep it until they end.
  if (operations.some(takesPlace)) await lockOrder(tx, specialOrder);
  const { rows } = await sql<{ id: string; priority: number }>`select role_id as id, priority from contact_special`.execute(tx);
  const places = new Map(rows.map(({ id, priority }) => [id, priority]));
  for (const [index, { id, action, after }] of operations.entries()) {
    if (action === 'delete') {
      places.delete(id);
      continue;
    }
    const requested = { ...specialIn(states.get(id)?.fields), ...specialIn(after) };
    if (requested.priority !== undefined) places.set(id, requested.priority);
    if ((requested.belongs?.length ?? 0) > mostBelongs)
      issues.set(index, [{ path: 'parties', namespace: 'contacts', key: 'special.tooMany', params: { maximum: mostBelongs } }]);
    if (touchesProxy(after, action)) await checkProxy(tx, requested, (issue) => issues.set(index, [...(issues.get(index) ?? []), issue]));
  }
  if (places.size > mostRules) throw new Refusal(20023, { n: mostRules });
  if (new Set(places.values()).size < places.size) throw new Refusal(20021);
  return issues;
}

const touchesProxy = (after: Operation['after'], action: Operation['action']): boolean =>
  action !== 'restore' && ['mode', 'proxyEmpId', 'belongs'].some((name) => after && name in after);

/** Whom people reach instead is there, active, and not protected by the same rule. */
async function checkProxy(tx: Tx, { mode, proxyEmpId, belongs }: Partial<Special>, refuse: (issue: OperationIssue) => void): Promise<void> {
  if (mode === 'protected' && !proxyEmpId) refuse({ path: 'proxyEmpId', namespace: 'kit', key: 'issue.missing' });
  if (!proxyEmpId) return;
  const named = (kind: string): string[] => (belongs ?? []).filter((one) => one.kind === kind).map(({ id }) => id);
  const { rows } = await sql<{ within: boolean }>`select (e.id = any(${named('employee')}::uuid[])
      or exists (select from employee_department ed join department d on d.id = ed.department_id join department top on d.path <@ top.path
        where ed.employee_id = e.id and top.id = any(${named('department')}::uuid[]))
      or exists (select from crowd_member cm where cm.employee_id = e.id and cm.crowd_id = any(${named('crowd')}::uuid[]))) as within
    from employee e where e.id = ${proxyEmpId}::uuid and e.status = 'active'`.execute(tx);
  if (rows[0]?.within !== false) throw new Refusal(20020);
}
