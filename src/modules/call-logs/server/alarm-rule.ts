import { sql } from 'kysely';
import type { CrudTable } from '#kit/common/crud/crud-types.ts';
import type { Parsed, Reply } from '#kit/common/contract.ts';
import { changeObjects } from '#kit/server/change/change-objects.ts';
import type { Call } from '#kit/server/handle.ts';
import type { Operation, OperationIssue } from '#kit/server/change/kind.ts';
import { crudServer } from '#kit/server/crud/crud-server.ts';
import type { Tx } from '#kit/server/directory.ts';
import type { StoredOf } from '#kit/common/crud/crud-types.ts';
import { createDirectory } from '#modules/people/server/public.ts';
import { alarmRule, type alarmRuleMute } from '../common/alarm.contract.ts';

declare module '#platform/database/tables.ts' {
  interface Tables {
    call_alarm_rule: CrudTable<typeof alarmRule>;
  }
}

type Rule = StoredOf<(typeof alarmRule)['fields']>;

/** Alert rules on the server. */
export const alarmRules = crudServer(alarmRule, {
  table: 'call_alarm_rule',
  directory: createDirectory(),
  check: async (tx, _caller, operations) => {
    const issues = new Map<number, OperationIssue[]>();
    for (const [index, operation] of operations.entries()) {
      const found = await issueOf(tx, operation);
      if (found) issues.set(index, [found]);
    }
    return issues;
  },
});

/** Mutes rules: they raise nothing until then, and what they raised is over. */
export const muteRules = (call: Call, { ids, until, reason }: Parsed<typeof alarmRuleMute>): Promise<Reply<typeof alarmRuleMute>> =>
  call.write(async (tx) => {
    const fields = { mutedUntil: until, muteReason: until === null ? null : reason };
    const changed = await changeObjects(
      tx,
      call.caller,
      alarmRules.kind,
      ids.map((id) => ({ id, version: null, fields })),
    );
    return { count: changed.length };
  });

/** What a rule names must be known, and lie in its department. */
async function issueOf(tx: Tx, { after }: Operation<Rule>): Promise<OperationIssue | undefined> {
  const [systemId, interfaceId] = [after?.systemId ?? null, after?.interfaceId ?? null];
  if (after === null || (systemId === null && interfaceId === null)) return undefined;
  const { rows } = await sql<{
    known: boolean;
  }>`select exists (select from call_target target join department owner on owner.id = ${after?.ownerDeptId}::uuid
      left join department own on own.id = target.owner_dept_id
    where (${systemId}::uuid is null or target.system_id = ${systemId}::uuid) and (${interfaceId}::uuid is null or target.interface_id = ${interfaceId}::uuid)
      and (own.path <@ owner.path or nlevel(owner.path) = 1)) as known`.execute(tx);
  return rows[0]?.known
    ? undefined
    : { path: interfaceId === null ? 'systemId' : 'interfaceId', namespace: 'call-logs', key: 'issue.target' };
}
