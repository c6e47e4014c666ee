import { pick, type Language } from '#kit/common/language.ts';
import type { Tx } from '#kit/server/directory.ts';
import { Refusal } from '#kit/server/refusal.ts';
import { noteInAccounts } from '#modules/public-accounts/server/public.ts';
import type { Answer } from '../../common/reply/reply-fields.ts';
import { keepAnswer } from '../inbox/answer.ts';
import type { Outgoing } from '../inbox/deliver.ts';

/** What answers, and whom. */
export interface Answering {
  readonly snoId: string;
  readonly employeeId: string;
  readonly language: Language;
  /** The rule, or the word of what answered in its place. */
  readonly by: { readonly id: string; readonly name: string };
  readonly ref: string | null;
}

/** Keeps one answer; undefined where its content can't be sent any more. */
async function keepOne(tx: Tx, { by, ...to }: Answering, answer: Answer): Promise<Outgoing | undefined> {
  const said = 'text' in answer ? { text: pick(answer.text, to.language) } : answer;
  try {
    return await keepAnswer(tx, said, { ...to, answeredBy: { kind: 'rule', ...by } });
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}

/** Keeps answers and notes them in the log of the account; answers what is to be delivered once the transaction holds. */
export async function keepAnswers(tx: Tx, answering: Answering, answers: readonly Answer[]): Promise<Outgoing[]> {
  const { snoId, employeeId, by } = answering;
  const kept: Outgoing[] = [];
  for (const answer of answers) {
    const one = await keepOne(tx, answering, answer);
    if (one) kept.push(one);
  }
  const lost = answers.length - kept.length;
  const result = kept.length > 0 ? 'done' : 'failed';
  await noteInAccounts(tx, [
    {
      snoId,
      tab: 'reply',
      kind: 'answered',
      employeeId,
      by,
      result,
      ...(lost > 0 && { reason: 'content' }),
      detail: { answers: kept.length },
    },
  ]);
  return kept;
}
