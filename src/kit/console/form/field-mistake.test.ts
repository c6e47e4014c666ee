// @vitest-environment happy-dom
import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { kitCatalog } from '#kit/locales/kit-catalog.ts';
import { digits, english, text } from '#kit/common/schema.ts';
import { ensureCatalog, registerCatalog, setLanguage } from '../i18n/i18n.ts';
import { fieldMistake } from './field-mistake.ts';

const schema = z.strictObject({
  agent: digits(6).optional(),
  part: english(4),
  name: text(5),
  tags: z.array(z.string().min(1)).min(1),
  hosts: z.record(z.string(), z.string().min(1)).refine((all) => Object.keys(all).length > 0),
  bare: z.array(z.string()),
});

beforeAll(async () => {
  registerCatalog('kit', kitCatalog);
  await setLanguage('en_US');
  await ensureCatalog('kit');
});

test.each([
  ['agent', '12', undefined],
  ['agent', '12a', 'Digits only'],
  ['agent', '', undefined],
  ['agent', '1234567', 'At most 6 characters'],
  ['part', 'abc', undefined],
  ['part', 'ab1', 'English letters only'],
  ['part', '', 'Required'],
  ['name', 'Ann', undefined],
  ['name', '  ', 'Required'],
  ['name', 'Annabel', 'At most 5 characters'],
  ['tags', ['a'], undefined],
  ['tags', ['a', ''], 'Every entry must be filled in'],
  ['tags', [], 'Required'],
  ['hosts', { a: 'x' }, undefined],
  ['hosts', { a: '' }, 'Every entry must be filled in'],
  ['hosts', {}, 'Required'],
  ['bare', [], undefined],
])('%s with %j: %s', (name, value, mistake) => expect(fieldMistake(schema, name, value)).toBe(mistake));
