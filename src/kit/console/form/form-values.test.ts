import { expect, test } from 'vitest';
import { z } from 'zod';
import { defaultValues, storedValues } from './form-values.ts';

const draft = z.strictObject({
  name: z.string(),
  kind: z.enum(['a', 'b']).default('a'),
  tags: z.array(z.string()).default([]),
  note: z.string().optional(),
});

test('a new object begins with the defaults of its contract and nothing else', () => {
  expect(defaultValues(draft)).toEqual({ kind: 'a', tags: [] });
});

test('a form holds the fields of the same name, never id or version', () => {
  const update = z.strictObject({
    id: z.string(),
    version: z.int(),
    name: z.string(),
    note: z.string().nullable(),
  });
  expect(storedValues(update, { id: '1', version: 3, name: 'x', note: null, createdAt: 5 })).toEqual({ name: 'x', note: null });
});
