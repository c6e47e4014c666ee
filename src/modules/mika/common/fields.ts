import { z } from 'zod';
import { languages } from '#kit/common/language.ts';
import { codeText, id, longText, text } from '#kit/common/schema.ts';
import { answerLooks, mikaLimits, slotDefaults, slotTypes, valueOrigins } from './words.ts';

/** A text per language: the first one is required. */
const said = (max: number) =>
  z.strictObject({
    zh_CN: longText(max).trim().min(1),
    en_US: longText(max).trim().optional(),
    ja_JP: longText(max).trim().optional(),
  });
/** A text per language that may be left out. */
const mayBeSaid = (max: number) =>
  z.strictObject({
    zh_CN: longText(max).trim().default(''),
    en_US: longText(max).trim().default(''),
    ja_JP: longText(max).trim().default(''),
  });

const onceEach = (max: number) =>
  z
    .array(text(mikaLimits.phrase))
    .max(max)
    .transform((all) => [...new Set(all)]);

/** Sentences by language, each once; `{slot}` marks what is taken out of a sentence. */
export const phrasesOf = (max: number) =>
  z.strictObject({ zh_CN: onceEach(max).default([]), en_US: onceEach(max).default([]), ja_JP: onceEach(max).default([]) });
/** Sentences by language. */
export type Phrases = z.output<ReturnType<typeof phrasesOf>>;
/** All sentences of all languages. */
export const allPhrases = (phrases: Phrases): string[] => languages.flatMap((language) => phrases[language]);

/** What mika asks for. */
export const slot = z.strictObject({
  code: codeText(32),
  name: said(40),
  questions: z.array(said(200)).min(1).max(mikaLimits.questions),
  type: z.enum(slotTypes),
  required: z.boolean().default(true),
  choices: z
    .array(z.strictObject({ value: text(64), name: said(60), same: z.array(text(60)).max(20).default([]) }))
    .max(mikaLimits.choices)
    .default([]),
  initial: z.enum(slotDefaults).default('none'),
  min: z.number().nullable().default(null),
  max: z.number().nullable().default(null),
  /** A pattern (of linear time) that the text must match as a whole; empty: none. */
  pattern: longText(200).default(''),
  retries: z.int().min(1).max(5).default(3),
  sensitive: z.boolean().default(false),
});
/** What mika asks for. */
export type Slot = z.output<typeof slot>;

/** Where one value of a call comes from. */
export const valueFrom = z.strictObject({
  name: text(64),
  from: z.enum(valueOrigins),
  /** Code of the slot, or the constant. */
  value: longText(500).default(''),
});
/** Where one value of a call comes from. */
export type ValueFrom = z.output<typeof valueFrom>;
const values = z.array(valueFrom).max(mikaLimits.params).default([]);

const link = z.url({ protocol: /^https?$/ }).max(1000);

/** What a scene does, by its kind. */
export const target = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('answer'),
    text: said(mikaLimits.answerText),
    title: mayBeSaid(100).prefault({}),
    link: link.nullable().default(null),
  }),
  z.strictObject({
    kind: z.literal('interface'),
    interfaceId: id(),
    params: values,
    look: z.enum(answerLooks).default('text'),
    title: mayBeSaid(100).prefault({}),
    /** `{{path}}` stands for a field of the answer, `{slot}` for what was asked for; of a list for each of its rows. */
    template: said(mikaLimits.answerText),
    /** Path of the list in the answer; empty: the answer itself. */
    list: longText(200).default(''),
    empty: mayBeSaid(500).prefault({}),
    failure: mayBeSaid(500).prefault({}),
  }),
  z.strictObject({
    kind: z.literal('form'),
    systemCode: codeText(64),
    templateCode: codeText(64),
    prefill: values,
    text: mayBeSaid(500).prefault({}),
  }),
  z.strictObject({ kind: z.literal('widget'), widgetId: id(), params: values, text: mayBeSaid(500).prefault({}) }),
  z.strictObject({
    kind: z.literal('handover'),
    /** Hours in which somebody is there; always where there is none. */
    hours: z
      .array(
        z.strictObject({
          from: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/),
          to: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/),
          weekdays: z.array(z.int().min(1).max(7)).min(1).max(7),
        }),
      )
      .max(5)
      .default([]),
    text: mayBeSaid(500).prefault({}),
    outside: mayBeSaid(500).prefault({}),
  }),
]);
/** What a scene does. */
export type Target = z.output<typeof target>;
/** What a scene of this kind does. */
export type TargetOf<K extends Target['kind']> = Extract<Target, { kind: K }>;
