import { z } from 'zod';
import { endpoint } from '#kit/common/contract.ts';
import { languages } from '#kit/common/language.ts';
import { id, longText } from '#kit/common/schema.ts';
import { testedTurn } from './decision.ts';
import { sceneConfigPage as page } from './permissions.ts';
import { mikaLimits } from './words.ts';

/** Tries sentences as a session. */
export const mikaTest = endpoint({
  method: 'POST',
  path: 'mika/test',
  reads: true,
  access: { code: page.button.test },
  scope: 'department',
  timeout: 60_000,
  input: z.strictObject({
    /** The sentences of a session in their order, or the ids of what was chosen. */
    texts: z.array(longText(5000).trim().min(1)).min(1).max(mikaLimits.slots),
    language: z.enum(languages),
    /** As whom; without one as whoever asks. */
    empId: id().optional(),
    source: z.enum(['draft', 'published']).default('draft'),
    /** Whether interfaces that only read are really called: as oneself alone. What writes is never called. */
    calls: z.enum(['live', 'off']).default('off'),
  }),
  reply: z.object({ turns: z.array(testedTurn) }),
  summary: 'What becomes of sentences one after the other, as a session of this person, with why; nothing is kept or counted',
});
