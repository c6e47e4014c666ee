import { z } from 'zod';
import { answerKinds, foundBy, sessionStates } from './words.ts';

/** A scene or an answer that came near a sentence. */
const candidate = z.object({
  kind: z.enum(['scene', 'answer']),
  id: z.string(),
  name: z.string(),
  /** 0 to 1. */
  score: z.number(),
  by: z.enum(foundBy),
  /** The sentence of it that came nearest. */
  phrase: z.string(),
});
/** A scene or an answer that came near a sentence. */
export type Candidate = z.output<typeof candidate>;

/** What was asked for and found; sensitive values are dots. */
const filledSlot = z.object({ code: z.string(), name: z.string(), shown: z.string() });
/** What was asked for and found. */
export type FilledSlot = z.output<typeof filledSlot>;

/** A call of an interface: as whom, how it ended, how long it took. */
const madeCall = z.object({
  interfaceId: z.string(),
  path: z.string(),
  class: z.string(),
  code: z.int(),
  ms: z.int(),
  requestId: z.string(),
});
/** A call of an interface. */
export type MadeCall = z.output<typeof madeCall>;

/** Why mika decided so. */
export const decision = z.object({
  /** Step of the order in which mika decides that decided: 1 within the session, 2 exact, 3 similar, 5 answers, 6 interface, 7 the last resort. */
  step: z.int(),
  sceneId: z.string().nullable(),
  sceneName: z.string(),
  score: z.number().nullable(),
  candidates: z.array(candidate),
  slots: z.array(filledSlot),
  call: madeCall.nullable(),
  versionNo: z.int(),
});
/** Why mika decided so. */
export type Decision = z.output<typeof decision>;

/** What a terminal draws. */
export const mikaAnswerView = z.object({
  kind: z.enum(answerKinds),
  text: z.string(),
  title: z.string().default(''),
  link: z.string().nullable().default(null),
  items: z.array(z.string()).default([]),
  /** What may be chosen, sent back by `choose`. */
  options: z.array(z.object({ id: z.string(), label: z.string() })).default([]),
  /** What may be asked instead. */
  suggestions: z.array(z.string()).default([]),
  form: z
    .object({ systemCode: z.string(), templateCode: z.string(), prefill: z.record(z.string(), z.unknown()) })
    .nullable()
    .default(null),
  widget: z
    .object({ widgetId: z.string(), params: z.record(z.string(), z.unknown()) })
    .nullable()
    .default(null),
  /** Who answers, where it is a person. */
  by: z.string().default(''),
  /** Whether to ask if it helped. */
  askHelped: z.boolean().default(false),
});
/** What a terminal draws. */
export type AnswerView = z.output<typeof mikaAnswerView>;
/** An answer as it is made; what is left out is empty. */
export type AnswerDraft = z.input<typeof mikaAnswerView>;

/** What becomes of one sentence in a test. */
export const testedTurn = z.object({
  text: z.string(),
  state: z.enum(sessionStates),
  decision,
  answer: mikaAnswerView,
});
