import { sql } from 'kysely';
import type { Db, Tx } from '#kit/server/directory.ts';
import type { AccountMessage } from '#modules/messaging/server/public.ts';
import { noteInAccounts } from '#modules/public-accounts/server/public.ts';
import { markAnswered } from '../inbox/store.ts';
import { answersOfRule } from '../reply/answers-to.ts';
import { askedOf } from '../reply/asked.ts';
import { dayOf } from '../reply/keywords.ts';
import { rulesOf } from '../reply/load.ts';
import { keepAnswers } from '../reply/send-answers.ts';

/** The enabled rules of an account in their order: those that an entry may answer by. */
export const menuRulesOf = async (db: Db, snoId: string): Promise<{ id: string; name: string }[]> =>
  (await rulesOf(db, snoId)).flatMap(({ id, name, enabled }) => (enabled ? [{ id, name }] : []));

interface Clicked {
  readonly snoId: string;
  readonly employeeId: string;
  readonly ruleId: string;
  /** The click, as it stands in the conversation. */
  readonly messageId: string;
  readonly at: number;
}

/** Answers a click as the rule does that the entry names: its keywords, members and hours are not asked. A disabled rule leaves it open. */
export async function answerByRule(tx: Tx, { snoId, employeeId, ruleId, messageId, at }: Clicked): Promise<AccountMessage[]> {
  const rule = (await rulesOf(tx, snoId)).find(({ id, enabled }) => id === ruleId && enabled);
  if (!rule) return [];
  const asked = await askedOf(tx, { snoId, uid: employeeId, at, text: null });
  const { answers, held } = answersOfRule(rule, asked);
  if (held !== null) await noteInAccounts(tx, [{ snoId, tab: 'reply', kind: 'held', employeeId, result: 'refused', reason: held }]);
  if (answers.length === 0) return [];
  const by = { id: rule.id, name: rule.name };
  const kept = await keepAnswers(tx, { snoId, employeeId, language: asked.language, by, ref: messageId }, answers);
  if (kept.length === 0) return [];
  await markAnswered(tx, { snoId, employeeId, auto: true });
  await sql`insert into keyword_reply_fired as f (rule_id, day, n, last_at) values (${rule.id}::uuid, ${dayOf(at)}, 1, ${at})
    on conflict (rule_id, day) do update set n = f.n + 1, last_at = greatest(f.last_at, excluded.last_at)`.execute(tx);
  return kept;
}
