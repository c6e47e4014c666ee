import { sql } from 'kysely';
import type { Db, Tx } from '#kit/server/directory.ts';
import { noteInAccounts } from '#modules/public-accounts/server/public.ts';
import type { ContentRef } from '#modules/public-content/common/content-ref.ts';
import type { Outgoing } from '../inbox/deliver.ts';
import { markAnswered } from '../inbox/store.ts';
import { answersOfRule, within, type Asked, type Outcome } from '../reply/answers-to.ts';
import { askedOf } from '../reply/asked.ts';
import { dayOf } from '../reply/keywords.ts';
import { rulesOf } from '../reply/load.ts';
import { keepAnswers } from '../reply/keep-answers.ts';

/** The enabled rules of an account in their order: those that an entry may answer by. */
export const menuRulesOf = async (db: Db, snoId: string): Promise<{ id: string; name: string }[]> =>
  (await rulesOf(db, snoId)).flatMap(({ id, name, enabled }) => (enabled ? [{ id, name }] : []));

interface Clicked {
  readonly snoId: string;
  readonly employeeId: string;
  /** The click, as it stands in the conversation. */
  readonly messageId: string;
  readonly at: number;
}

interface Said extends Pick<Outcome, 'answers' | 'held'> {
  readonly by: { readonly id: string; readonly name: string };
  readonly asked: Asked;
}

/** Keeps what answers a click; what the limit of an hour holds back stands in the log, and the click stays open. */
async function keepSaid(tx: Tx, { snoId, employeeId, messageId }: Clicked, { answers, held, by, asked }: Said): Promise<Outgoing[]> {
  if (held !== null) await noteInAccounts(tx, [{ snoId, tab: 'reply', kind: 'held', employeeId, result: 'refused', reason: held }]);
  if (answers.length === 0) return [];
  const kept = await keepAnswers(tx, { snoId, employeeId, language: asked.language, by, ref: messageId }, answers);
  if (kept.length > 0) await markAnswered(tx, { snoId, employeeId, auto: true });
  return kept;
}

const askedBy = (tx: Tx, { snoId, employeeId, at }: Clicked): Promise<Asked> => askedOf(tx, { snoId, uid: employeeId, at, text: null });

/** Answers a click by the content that the entry names, within the same limits as rules. */
export async function answerByContent(
  tx: Tx,
  clicked: Clicked,
  { content, by }: { readonly content: ContentRef; readonly by: Said['by'] },
): Promise<Outgoing[]> {
  const asked = await askedBy(tx, clicked);
  return keepSaid(tx, clicked, { ...within([{ content }], asked), by, asked });
}

/** Answers a click as the rule does that the entry names: its keywords, members and hours are not asked. A disabled rule leaves it open. */
export async function answerByRule(tx: Tx, clicked: Clicked, ruleId: string): Promise<Outgoing[]> {
  const { snoId, at } = clicked;
  const rule = (await rulesOf(tx, snoId)).find(({ id, enabled }) => id === ruleId && enabled);
  if (!rule) return [];
  const asked = await askedBy(tx, clicked);
  const kept = await keepSaid(tx, clicked, { ...answersOfRule(rule, asked), by: { id: rule.id, name: rule.name }, asked });
  if (kept.length === 0) return [];
  await sql`insert into keyword_reply_fired as f (rule_id, day, n, last_at) values (${rule.id}::uuid, ${dayOf(at)}, 1, ${at})
    on conflict (rule_id, day) do update set n = f.n + 1, last_at = greatest(f.last_at, excluded.last_at)`.execute(tx);
  return kept;
}
