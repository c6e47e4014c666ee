import { sql } from 'kysely';
import type { Parsed, Reply } from '#kit/common/contract.ts';
import { changeObjects } from '#kit/server/change/change-objects.ts';
import { handle, type Call } from '#kit/server/handle.ts';
import { assistantReset, assistantStatistics } from '../../common/assistant/assistant.contract.ts';
import { assistantFunctions, usualFunctions, type AssistantFunction } from '../../common/assistant/words.ts';
import { directory } from '../directory.ts';
import { actionsOf, assistants, forgetOf, isUnder } from './assistants.ts';
import { usualDigest } from './own-assistant.ts';

const dayMillis = 86_400_000;

function reset(call: Call, { ids, reason }: Parsed<typeof assistantReset>): Promise<{ count: number }> {
  return call.write(async (tx) => {
    const fields = { functions: [...usualFunctions].toSorted(), on: true, away: null, digest: usualDigest };
    const states = await changeObjects(
      tx,
      call.caller,
      assistants.kind,
      ids.map((id) => ({ id, version: null, fields })),
      reason === undefined ? {} : { reason },
    );
    const people = states.map((state) => String(state.fields.employeeId));
    await sql`update assistant set keyword_replies = '[]', digest_next_at = null where employee_id = any(${people}::uuid[])`.execute(tx);
    await forgetOf(tx, people);
    return { count: states.length };
  });
}

interface Figures {
  assistants: number;
  active: number;
  used30: number;
  away: number;
}

async function statistics(call: Call, { companyDeptId }: Parsed<typeof assistantStatistics>): Promise<Reply<typeof assistantStatistics>> {
  const { db, caller, services } = call;
  const now = services.now();
  const within = (column: string) => sql<boolean>`${directory.employeeAmongRange(caller.scope(), column)}
    and ${companyDeptId === undefined ? sql`true` : isUnder(column, companyDeptId)}`;
  const { rows } = await sql<Figures>`select count(*)::int as assistants,
      count(*) filter (where t.enabled and t.is_on)::int as active,
      count(*) filter (where t.last_used_at > ${now - 30 * dayMillis})::int as used30,
      count(*) filter (where t.enabled and t.is_on and t.functions ? 'awayReply' and (t.away ->> 'from')::bigint <= ${now}
        and (t.away ->> 'until')::bigint > ${now})::int as away
    from assistant t where ${within('t.employee_id')}`.execute(db);
  const { rows: counted } = await sql<{ function: AssistantFunction; n: number }>`select named as function, count(*)::int as n
    from assistant t, jsonb_array_elements_text(t.functions) as named where t.enabled and t.is_on and ${within('t.employee_id')}
    group by named`.execute(db);
  const byFunction = new Map(counted.map((row) => [row.function, row.n]));
  return {
    ...rows[0]!,
    functions: assistantFunctions.map((one) => ({ function: one, n: byFunction.get(one) ?? 0 })),
    actions: await actionsOf(db, within('a.employee_id'), now),
  };
}

/** What is done with assistants beside the verbs of every entity. */
export const assistantRoutes = [handle(assistantReset, reset), handle(assistantStatistics, statistics)];
