import { expect, test } from 'vitest';
import { z } from 'zod';
import { fieldFacts } from './field-facts.ts';
import { localText } from './language.ts';

test('A text in three languages says how long it may be, so that its form takes as much', () => {
  const facts = fieldFacts(z.object({ notes: localText(4000).nullable(), name: localText(30) }));
  expect(facts).toMatchObject({ notes: { type: 'object', maxLength: 4000 }, name: { type: 'object', maxLength: 30 } });
});
