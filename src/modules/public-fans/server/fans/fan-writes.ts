import { sql } from 'kysely';
import type { Parsed } from '#kit/common/contract.ts';
import type { Tx } from '#kit/server/directory.ts';
import type { Call } from '#kit/server/handle.ts';
import { type AccountEvent, assertMay, noteInAccounts } from '#modules/public-accounts/server/public.ts';
import type { fanBlock, fanRemark, fanUnblock } from '../../common/fan.contract.ts';
import { targetIds } from './fan-source.ts';

interface Noted extends Pick<AccountEvent, 'tab' | 'kind' | 'reason' | 'detail'> {
  readonly snoId: string;
  readonly people: readonly string[];
}

/** Notes what was done to people in the log of the account and in the audit. */
async function note(tx: Tx, { caller }: Pick<Call, 'caller'>, { snoId, people, ...what }: Noted): Promise<void> {
  caller.note({ snoId, fans: people.length, ...(what.reason && { reason: what.reason }) });
  const by = { id: caller.uid, name: caller.name };
  await noteInAccounts(
    tx,
    people.map((employeeId) => ({ snoId, employeeId, by, result: 'done', ...what })),
  );
}

/** Blocks people, whatever they were before; what they were is kept for the end of the block. */
export async function blockFans(call: Call, { snoId, reason, ...target }: Parsed<typeof fanBlock>): Promise<{ count: number }> {
  const range = call.caller.scope();
  await assertMay(call.db, call.caller, snoId, 'manage');
  return call.write(async (tx) => {
    const people = await targetIds(tx, range, { snoId, ...target });
    const { rows } = await sql<{ id: string }>`insert into sno_fan (sno_id, employee_id, state, state_before, origin)
      select ${snoId}::uuid, id, 'blocked', 'none', 'own' from unnest(${people}::uuid[]) as who(id)
      on conflict (sno_id, employee_id) do update set state_before = sno_fan.state, state = 'blocked' where sno_fan.state <> 'blocked'
      returning employee_id as id`.execute(tx);
    await note(tx, call, { snoId, people: rows.map(({ id }) => id), tab: 'subscription', kind: 'block', reason });
    return { count: rows.length };
  });
}

/** Ends blocks: who followed or had left does so again. */
export async function unblockFans(call: Call, { snoId, ...target }: Parsed<typeof fanUnblock>): Promise<{ count: number }> {
  const range = call.caller.scope();
  await assertMay(call.db, call.caller, snoId, 'manage');
  return call.write(async (tx) => {
    const people = await targetIds(tx, range, { snoId, ...target });
    const { rows } = await sql<{ id: string }>`update sno_fan set state = coalesce(state_before, 'none'), state_before = null
      where sno_id = ${snoId}::uuid and employee_id = any(${people}::uuid[]) and state = 'blocked' returning employee_id as id`.execute(tx);
    await note(tx, call, { snoId, people: rows.map(({ id }) => id), tab: 'subscription', kind: 'unblock' });
    return { count: rows.length };
  });
}

/** Sets what the account knows about people. */
export async function remarkFans(call: Call, { snoId, empIds, remark }: Parsed<typeof fanRemark>): Promise<{ count: number }> {
  const range = call.caller.scope();
  await assertMay(call.db, call.caller, snoId, 'reply');
  return call.write(async (tx) => {
    const people = await targetIds(tx, range, { snoId, empIds: [...new Set(empIds)] });
    const { rows } = await sql<{ id: string }>`insert into sno_fan (sno_id, employee_id, state, origin, remark)
      select ${snoId}::uuid, id, 'none', 'own', ${remark} from unnest(${people}::uuid[]) as who(id)
      on conflict (sno_id, employee_id) do update set remark = excluded.remark where sno_fan.remark <> excluded.remark
      returning employee_id as id`.execute(tx);
    await note(tx, call, { snoId, people: rows.map(({ id }) => id), tab: 'operation', kind: 'fan.remark' });
    return { count: rows.length };
  });
}
