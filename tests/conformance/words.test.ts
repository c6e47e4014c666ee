import { expect, test } from 'vitest';
import { z } from 'zod';
import { modules } from '../../src/app/modules.ts';
import { languages } from '../../src/kit/common/language.ts';
import { invalid, issuesOf } from '../../src/kit/server/answer.ts';
import { catalogsOf, textsOf } from '../../src/kit/server/texts.ts';
import { sampleInput, sampleOf, type JsonSchema } from '../../src/kit/testing/sample-input.ts';
import { unfilledIn } from './unfilled.ts';

const operations = modules.flatMap((module) => module.routes.map((route) => route.operation));
const texts = textsOf(catalogsOf(modules));
const id = '01a00000-0000-7000-8000-00000000dead';

/** Texts of which one fits nearly every pattern. */
const specimens = [
  'sample',
  `${'A'.repeat(43)}=`,
  'host.example',
  '10.0.0.0/8',
  '2026-01-31',
  '08:00',
  '#aabbcc',
  'https://host.example/',
  '+8613800000000',
  'a'.repeat(32),
  'a'.repeat(64),
];

const partsOf = (schema: JsonSchema): JsonSchema[] => [schema, ...(schema.anyOf ?? []).flatMap(partsOf)];

/** A value that the schema may take, and nothing better than that. */
function fitting(schema: JsonSchema): unknown {
  const pattern = partsOf(schema).find((part) => part.pattern !== undefined)?.pattern;
  if (pattern !== undefined) return specimens.find((one) => new RegExp(pattern, 'u').test(one)) ?? 'sample';
  return sampleOf(schema, id);
}

/** What a field may be given that it does not like: nothing, too little, too much, one alone, another type. */
function* wrongValues(schema: JsonSchema): Generator<unknown> {
  yield* [
    null,
    '',
    ' ',
    'x\u0000',
    'x'.repeat(30_000),
    -1,
    0,
    1.5,
    1e300,
    true,
    [],
    {},
    [null],
    Array.from({ length: 1001 }, () => 1),
    { x: 1 },
  ];
  for (const { items } of partsOf(schema)) {
    if (!items) continue;
    const one = fitting(items);
    yield* [[one], [one, one], Array.from({ length: 1001 }, () => one)];
  }
}

function* inputsOf(input: z.ZodType): Generator<Record<string, unknown>> {
  const schema = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }) as JsonSchema;
  const sample = sampleInput(input, id);
  yield {};
  yield { ...sample, noSuchKey: 1 };
  for (const [name, field] of Object.entries(schema.properties ?? {})) {
    for (const value of wrongValues(field)) yield { ...sample, [name]: value };
    for (const part of partsOf(field).flatMap(({ properties = {} }) => Object.entries(properties)))
      for (const value of wrongValues(part[1])) yield { ...sample, [name]: { [part[0]]: value } };
  }
}

test('Whatever is wrong with an input is said in whole sentences, in every language', () => {
  const bare = new Map<string, string>();
  let said = 0;
  for (const operation of operations) {
    for (const input of inputsOf(operation.input)) {
      const { error } = operation.input.safeParse(input, { reportInput: true });
      if (!error) continue;
      for (const language of languages) {
        const { body } = invalid(issuesOf(error, language, texts), language, texts);
        said += 1;
        const unfilled = unfilledIn(body);
        if (unfilled !== undefined) bare.set(operation.path, unfilled.slice(0, 300));
      }
    }
  }
  expect([...bare]).toEqual([]);
  expect(said).toBeGreaterThan(10_000);
});
