import { sql } from 'kysely';
import type { Language } from '#kit/common/language.ts';
import { personFacts } from '#modules/people/server/public.ts';
import { onAccountTurn, onFollow } from '#modules/public-accounts/server/public.ts';
import { deliverKept, type Outgoing } from '../inbox/deliver.ts';
import { welcomeOf } from './load.ts';
import { keepAnswers } from './keep-answers.ts';

const welcome = { id: 'welcome', name: 'welcome' } as const;

/** Who follows an account for the first time is sent its welcome: kept with the follow, delivered once that holds. */
onFollow({
  within: async (tx, { snoId, employeeId }) => {
    const { enabled, answers } = await welcomeOf(tx, snoId);
    if (!enabled || answers.length === 0) return;
    const { rows } = await sql<{ language: Language }>`select facts.language from (${personFacts()}) as facts
      where facts.id = ${employeeId}::uuid`.execute(tx);
    await keepAnswers(tx, { snoId, employeeId, language: rows[0]?.language ?? 'zh_CN', by: welcome, ref: null }, answers);
  },
  after: async (services, { snoId, employeeId }) => {
    const { rows } = await sql<Outgoing>`select id, sno_id as "snoId", employee_id as "employeeId", kind, body from user_message
      where sno_id = ${snoId}::uuid and employee_id = ${employeeId}::uuid and direction = 'out' and answered_by_id = ${welcome.id}
      order by at, id`.execute(services.database.db);
    await deliverKept(services, rows);
  },
});

onAccountTurn(async (tx, turn, snoIds) => {
  if (turn !== 'purge') return;
  await sql`delete from keyword_reply_fired where rule_id in (select id from keyword_reply where sno_id = any(${[...snoIds]}::uuid[]))`.execute(
    tx,
  );
  await sql`delete from keyword_reply where sno_id = any(${[...snoIds]}::uuid[])`.execute(tx);
  await sql`delete from reply_setting where sno_id = any(${[...snoIds]}::uuid[])`.execute(tx);
});
