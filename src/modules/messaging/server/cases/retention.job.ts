import { sql, type RawBuilder } from 'kysely';
import { newId } from '#kit/server/ids.ts';
import type { CoreServices, JobKind } from '#kit/server/services.ts';
import { messageManage } from '../../common/permissions.ts';
import { groupFactsOf } from '../rule/group-facts.ts';
import { heldWhere } from './holds.ts';

const dayMillis = 86_400_000;
const batch = 2_000;

interface Rule {
  scope: 'single' | 'group' | 'groupType' | 'department';
  scopeId: string | null;
  keepDays: number;
}

/** The narrower rule wins. */
const order = ['group', 'groupType', 'department', 'single'] as const;

const conversationsOf = (services: CoreServices, { scope, scopeId }: Rule): RawBuilder<boolean> => {
  if (scope === 'single') return sql`c.kind = 'single'`;
  if (scopeId === null) return sql`false`;
  if (scope === 'group') return sql`c.group_id = ${scopeId}::uuid`;
  return sql`c.group_id in (${groupFactsOf(services).now().ofScope(scope, scopeId)})`;
};

/** Ends the keeping of messages whose time is over, batch by batch: what they said is erased, their numbers stay. Answers how many, and how many are on hold. */
export async function runRetention(services: CoreServices, signal?: AbortSignal): Promise<{ messages: number; held: number }> {
  const { db } = services.database;
  const { rows } = await sql<Rule>`select scope, scope_id as "scopeId", keep_days as "keepDays" from im_retention where enabled`.execute(
    db,
  );
  const rules = rows.toSorted((one, other) => order.indexOf(one.scope) - order.indexOf(other.scope));
  let [messages, held] = [0, 0];
  const before: RawBuilder<boolean>[] = [];
  for (const rule of rules) {
    const where = conversationsOf(services, rule);
    // A single chat is in no group, and what is asked of its group is neither true nor false.
    const narrower = before.length > 0 ? sql`and (${sql.join([...before], sql` or `)}) is not true` : sql``;
    const due = sql`${where} ${narrower} and msg.sent_at < ${services.now() - rule.keepDays * dayMillis} and msg.state <> 'expired'`;
    for (let more = true; more && !signal?.aborted;) {
      // Whether a hold was added meanwhile is asked with each batch.
      const done = await sql`update im_message set state = 'expired', body = null, original = null, digest = null where id in (
        select msg.id from im_message msg join im_conversation c on c.id = msg.conversation_id where ${due} and not ${heldWhere} limit ${batch})`.execute(
        db,
      );
      const n = Number(done.numAffectedRows ?? 0n);
      messages += n;
      more = n === batch;
    }
    const kept = await sql<{ n: number }>`select count(*)::int as n from im_message msg join im_conversation c on c.id = msg.conversation_id
      where ${due} and ${heldWhere}`.execute(db);
    held += kept.rows[0]!.n;
    before.push(where);
  }
  await sql`insert into im_retention_run (id, at, messages, held) values (${newId()}::uuid, ${services.now()}, ${messages}, ${held})`.execute(
    db,
  );
  return { messages, held };
}

/** The same as a job, for who asks for it. */
export const retentionJob: JobKind<Record<string, never>, { messages: number; held: number }> = {
  kind: 'im.retention',
  title: { namespace: 'messaging', key: 'job.retention' },
  code: messageManage.button.saveRetention,
  exclusive: () => 'im.retention',
  run: ({ services, signal }) => runRetention(services, signal),
};
