import { sql } from 'kysely';
import { heldBy, successorOf } from '#kit/server/field-holding.ts';
import type { HoldingKind } from '#kit/server/holdings.ts';
import { directory } from '#modules/people/server/public.ts';
import { colleaguesOf } from './conversation-list.ts';
import './inbox.table.ts';

/** Conversations that somebody who leaves answers: open to everybody who works for the account again, or the successor's where they do. */
export const conversationHolding: HoldingKind = {
  kind: 'userConversation',
  title: { zh_CN: '正在答复的公众号会话', en_US: 'Conversations of public accounts', ja_JP: '対応中の公式アカウントの会話' },
  order: 'handOver',
  choices: ['remove', 'handOver'],
  // A conversation is named by its account: who wrote to it is nobody's to learn from this list.
  visible: (range) =>
    sql<boolean>`exists (select from sno where sno.id = t.id and ${directory.departmentInRange(range, 'sno.owner_dept_id')})`,
  ...heldBy(
    (uids) => sql`select c.assignee_id as uid, s.id, s.name ->> 'zh_CN' as name from user_conversation c join sno s on s.id = c.sno_id
      where c.assignee_id = any(${uids}::uuid[])`,
  ),
  apply: async (tx, request) => {
    const successor = successorOf(request);
    const { rows } = await sql<{ id: string }>`select distinct sno_id as id from user_conversation
      where assignee_id = ${request.uid}::uuid order by sno_id`.execute(tx);
    let passed = 0;
    for (const { id } of rows) {
      const next = successor !== null && (await colleaguesOf(tx, id)).includes(successor) ? successor : null;
      const { numAffectedRows } = await sql`update user_conversation set assignee_id = ${next}::uuid
        where sno_id = ${id}::uuid and assignee_id = ${request.uid}::uuid`.execute(tx);
      passed += Number(numAffectedRows ?? 0);
    }
    return passed;
  },
};
