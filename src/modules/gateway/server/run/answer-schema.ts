import { z } from 'zod';
import type { Definition } from '#modules/access/common/definition.ts';
import { CallFailure } from './failure.ts';

const compiled = new Map<string, z.ZodType | null>();

function schemaOf(text: string): z.ZodType | null {
  const known = compiled.get(text);
  if (known !== undefined) return known;
  if (compiled.size > 2000) compiled.clear();
  let made: z.ZodType | null = null;
  try {
    made = z.fromJSONSchema(JSON.parse(text) as Parameters<typeof z.fromJSONSchema>[0]);
  } catch {
    // The check of the draft tells of a schema that is none; at run time it asks for nothing.
  }
  compiled.set(text, made);
  return made;
}

/** What of an answer is not as declared; empty where it is. Refuses it (14315) where the definition says so. */
export function checkAnswer({ answerSchema, answerMode }: Definition, data: unknown): string {
  if (answerSchema === '' || answerMode === 'off') return '';
  const result = schemaOf(answerSchema)?.safeParse(data);
  if (!result || result.success) return '';
  const issues = result.error.issues.slice(0, 5).map(({ path, message }) => `${path.join('.')}: ${message}`);
  const told = issues.join('; ');
  if (answerMode === 'refuse') throw new CallFailure('schema', { params: { reason: told } });
  return told;
}
