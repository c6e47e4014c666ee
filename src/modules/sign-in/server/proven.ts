import { z } from 'zod';
import { AnswerRefused, refusalReasons } from './answer-refused.ts';
import { linkShape } from './sign-out/link.ts';
import type { Identity } from './redirect-way.ts';

/** What came of an answer that was proved before the browser is known again. */
const outcome = z.union([
  z.object({ attributes: z.record(z.string(), z.array(z.string())), strong: z.boolean(), link: linkShape.optional() }),
  z.object({ refused: z.enum(refusalReasons) }),
]);
type Outcome = z.output<typeof outcome>;

/** Proves an answer. Why a trial is refused belongs into its report, which is written later; a sign-in is refused at once. */
export async function provedOrWhy(prove: () => Promise<Identity>, trial: boolean): Promise<Outcome> {
  try {
    return await prove();
  } catch (error) {
    if (trial && error instanceof AnswerRefused) return { refused: error.reason };
    throw error;
  }
}

/** Who was proven; refuses where nobody was. */
export function provenOf(kept: Readonly<Record<string, string>>): Identity {
  const found = kept['outcome'] === undefined ? undefined : outcome.parse(JSON.parse(kept['outcome']));
  if (!found) throw new AnswerRefused('document');
  if ('refused' in found) throw new AnswerRefused(found.refused);
  return found;
}
