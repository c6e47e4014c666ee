import { isDeepStrictEqual } from 'node:util';
import { pick, type Language } from '#kit/common/language.ts';
import type { MikaDifference } from '../../common/version.contract.ts';
import type { BookContent, BookScene } from '../engine/book.ts';

/** What of a scene decides; the order counts among all, and is no change of one. */
const sceneFields = [
  'code',
  'name',
  'kind',
  'phrases',
  'negatives',
  'slots',
  'target',
  'threshold',
  'confirm',
  'audience',
  'priority',
  'handlers',
  'validFrom',
  'validUntil',
] as const;

type Scene = Pick<BookScene, (typeof sceneFields)[number]>;

const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value ?? null)) as unknown;

/** Fields in which two states of something differ. */
const fieldsOf = <T extends object>(one: T, other: T, fields: readonly (keyof T & string)[]): string[] =>
  fields.filter((field) => !isDeepStrictEqual(plain(one[field]), plain(other[field])));

/** Whether what is written of a scene differs from what is published. */
export const differs = (published: Scene, written: Scene): boolean => fieldsOf(published, written, sceneFields).length > 0;

const answerFields = ['name', 'questions', 'answer', 'link', 'audience', 'until'] as const;
const synonymFields = ['word', 'same', 'language'] as const;

interface Named {
  readonly id: string;
}

function listed<T extends Named>(
  kind: MikaDifference['kind'],
  { from, to }: { from: readonly T[]; to: readonly T[] },
  { fields, nameOf }: { fields: readonly (keyof T & string)[]; nameOf: (one: T) => string },
): MikaDifference[] {
  const before = new Map(from.map((one) => [one.id, one]));
  const after = new Map(to.map((one) => [one.id, one]));
  return [
    ...to.flatMap((one): MikaDifference[] => {
      const old = before.get(one.id);
      if (!old) return [{ kind, id: one.id, name: nameOf(one), what: 'added', fields: [] }];
      const changed = fieldsOf(old, one, fields);
      return changed.length > 0 ? [{ kind, id: one.id, name: nameOf(one), what: 'changed', fields: changed }] : [];
    }),
    ...from.flatMap((one): MikaDifference[] =>
      after.has(one.id) ? [] : [{ kind, id: one.id, name: nameOf(one), what: 'removed', fields: [] }],
    ),
  ];
}

/** What differs between two versions, scene by scene, answer by answer, word by word. */
export const differencesOf = (from: BookContent, to: BookContent, language: Language): MikaDifference[] => [
  ...listed('scene', { from: from.scenes, to: to.scenes }, { fields: sceneFields, nameOf: ({ name }) => pick(name, language) }),
  ...listed('answer', { from: from.answers, to: to.answers }, { fields: answerFields, nameOf: ({ name }) => name }),
  ...listed('synonym', { from: from.synonyms, to: to.synonyms }, { fields: synonymFields, nameOf: ({ word }) => word }),
];
