import { pick, type Language } from '#kit/common/language.ts';
import type { Tx } from '#kit/server/directory.ts';
import { Refusal } from '#kit/server/refusal.ts';
import type { CoreServices } from '#kit/server/services.ts';
import { deliverFromAccount, type AccountMessage } from '#modules/messaging/server/public.ts';
import { noteInAccounts } from '#modules/public-accounts/server/public.ts';
import { freezeContent, shownContent } from '#modules/public-content/server/public.ts';
import type { Answer } from '../../common/reply/reply-fields.ts';
import { storeAnswer } from '../inbox/store.ts';

/** What answers, and whom. */
export interface Answering {
  readonly snoId: string;
  readonly employeeId: string;
  readonly language: Language;
  /** The rule, or the word of what answered in its place. */
  readonly by: { readonly id: string; readonly name: string };
  readonly ref: string | null;
}

interface Made {
  readonly kind: 'text' | 'content';
  readonly body: Readonly<Record<string, unknown>>;
}

/** An answer as it is sent: of content a copy that never changes. Undefined where the content can't be sent any more. */
async function bodyOf(tx: Tx, { snoId, language }: Answering, answer: Answer): Promise<Made | undefined> {
  if ('text' in answer) return { kind: 'text', body: { text: pick(answer.text, language) } };
  try {
    const frozen = await freezeContent(tx, snoId, answer.content);
    const shown = await shownContent(tx, frozen, language);
    const [first] = shown.parts;
    const card = { title: shown.title, text: first?.digest ?? '', parts: shown.parts.length };
    const cover = first?.fileIds[0];
    return {
      kind: 'content',
      body: { content: answer.content.kind, ref: answer.content, ...card, ...(cover !== undefined && { cover }), frozen },
    };
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}

/** Keeps answers and notes them in the log of the account; answers what is to be delivered once the transaction holds. */
export async function keepAnswers(tx: Tx, answering: Answering, answers: readonly Answer[]): Promise<AccountMessage[]> {
  const { snoId, employeeId, by, ref } = answering;
  const kept: AccountMessage[] = [];
  for (const answer of answers) {
    const made = await bodyOf(tx, answering, answer);
    if (!made) continue;
    const { id } = await storeAnswer(tx, { snoId, employeeId, ...made, answeredBy: { kind: 'rule', ...by }, ref });
    kept.push({ key: keyOf(id), accountId: snoId, employeeId, kind: made.kind, body: deliveredBody(made.body) });
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

/** The key under which a kept answer is delivered, so that it arrives once. */
export const keyOf = (id: string): string => `reply ${id}`;
/** What stands in the chat of an answer: the copy of its content stays with the account. */
export const deliveredBody = ({ frozen: _frozen, ...body }: Readonly<Record<string, unknown>>): Record<string, unknown> => body;

/** Delivers kept answers. Those that are not taken now stay in the conversation that terminals read, and in the log as failed. */
export async function deliverAnswers(services: CoreServices, messages: readonly AccountMessage[]): Promise<void> {
  if (messages.length === 0) return;
  try {
    await deliverFromAccount(services, messages);
  } catch (error) {
    services.log.warn({ err: error }, 'The messaging service did not take the answers of a public account');
    const [{ accountId: snoId, employeeId }] = messages as [AccountMessage];
    await noteInAccounts(services.database.db, [
      { snoId, tab: 'delivery', kind: 'reply', employeeId, result: 'failed', reason: 'serviceDown' },
    ]);
  }
}
