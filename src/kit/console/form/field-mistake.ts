import type { z } from 'zod';
import { validators } from '#kit/common/validators.ts';
import { textIfAny } from '../i18n/i18n.ts';
import { fieldSchema, inputFacts } from '../page/filter-codec.ts';
import { fieldValue } from './form-values.ts';
import { mistakeIn } from './issue-text.ts';

/**
 * What is wrong with what stands in a field, in the language on screen; undefined when its schema takes it. The validator of the field says it
 * first, in plain words; the rest the schema says.
 */
export function fieldMistake(schema: z.ZodObject, name: string, value: unknown): string | undefined {
  const field = fieldSchema(schema, name);
  const sent = fieldValue(schema, name, value);
  const mistake = field && mistakeIn(field, sent);
  if (mistake === undefined) return undefined;
  const { validator } = inputFacts(schema)[name] ?? {};
  if (validator === undefined || validators[validator](sent)) return mistake;
  const empty = sent === undefined || sent === null || (typeof sent === 'object' && Object.keys(sent).length === 0);
  return textIfAny('kit', empty ? 'issue.missing' : `issue.${validator}`) ?? mistake;
}
