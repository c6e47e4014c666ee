import type { Language } from '#kit/common/language.ts';
import type { Services } from '#kit/server/services.ts';
import type { Conditions } from '../common/rule-fields.ts';
import type { VerdictWord } from '../common/words.ts';
import { ask } from './rule/ask.ts';
import { refusalText } from './rule/decision-words.ts';
import type { Asked } from './rule/gather.ts';

/** What another area is answered. */
export interface FileAnswer {
  readonly verdict: VerdictWord;
  /** 0, or the code with which the area refuses. */
  readonly code: number;
  /** Why it is refused, in the person's language; null where it is not. */
  readonly text: string | null;
  /** The code of the decision. */
  readonly ref: string;
  readonly conditions: Conditions;
  readonly rule: { readonly id: string | null; readonly name: string } | null;
}

/** Code of a refused action with a file. */
export const refusedFile = 18240;

/**
 * Decides whether somebody may do something with a file: asked by areas inside the server before they act (a message with a file, a mail, a
 * meeting), so that a terminal that does not ask gains nothing. The decision is written down.
 */
export async function mayUseFile(
  services: Pick<Services, 'database' | 'now' | 'log' | 'files' | 'texts' | 'warnings'>,
  asked: Asked & { readonly language: Language; readonly installId?: string | null },
): Promise<FileAnswer> {
  const { language, installId = null, ...what } = asked;
  const { decision, ref } = await ask(services, what, { occasion: 'send', installId });
  const blocked = decision.verdict === 'block';
  return {
    verdict: decision.verdict,
    code: blocked ? refusedFile : 0,
    text: blocked ? refusalText({ texts: services.texts, language }, decision) : null,
    ref,
    conditions: decision.conditions,
    rule: decision.rule,
  };
}
