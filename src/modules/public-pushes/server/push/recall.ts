import { sql } from 'kysely';
import type { Parsed, Reply } from '#kit/common/contract.ts';
import type { Call } from '#kit/server/handle.ts';
import { Refusal } from '#kit/server/refusal.ts';
import type { pushRollback } from '../../common/push.contract.ts';
import { wakePushes } from '../send/wake.ts';
import { noteChange } from './change.ts';
import { assertState, byCaller, ownPush, stateTo } from './push-record.ts';

const deadlineMillis = 30 * 86_400_000;

/**
 * Takes a push back from everybody, or from some. From its commit on no call gives the content to them; messages are withdrawn and terminals
 * told by the work on pushes.
 */
export async function rollback(
  call: Call,
  { id, reason, title, empIds }: Parsed<typeof pushRollback>,
): Promise<Reply<typeof pushRollback>> {
  const { caller, services } = call;
  const range = caller.scope();
  const done = await call.write(async (tx) => {
    const push = await ownPush(tx, range, id, { right: 'push', lock: 'change' });
    if (push.state === 'recalling' || push.state === 'recalled') throw new Refusal(15070);
    assertState(push, 'rollback', ['running', 'paused', 'finishing', 'finished', 'cancelled']);
    if (!Object.values(push.title).includes(title)) throw new Refusal(15072);
    const now = services.now();
    const some = empIds === null ? sql`` : sql`and employee_id = any(${empIds}::uuid[])`;
    const { rows } = await sql<{ people: number; read: number }>`with ordered as (
        update push_target set recall_state = 'ordered', recall_at = ${now} where push_id = ${id}::uuid and state = 1 and recall_state is null ${some}
        returning read_at)
      select count(*)::int as people, (count(read_at))::int as read from ordered`.execute(tx);
    const { people, read } = rows[0]!;
    if (empIds === null)
      await stateTo(tx, push, {
        state: 'recalling',
        by: byCaller(caller, reason),
        recall_ordered_at: now,
        recall_by: caller.uid,
        recall_by_name: caller.name,
        recall_reason: reason,
        recall_deadline: now + deadlineMillis,
      });
    await noteChange(tx, call, push, { kind: 'push.rollback', reason });
    return { id, state: empIds === null ? ('recalling' as const) : push.state, people, readBefore: read };
  });
  wakePushes(services);
  return done;
}
