/** What a scene does. */
export const sceneKinds = ['answer', 'interface', 'form', 'widget', 'handover'] as const;
/** One of them. */
export type SceneKind = (typeof sceneKinds)[number];

/** Whether a scene is in force: not published yet, published, or taken out of force. */
export const sceneStates = ['draft', 'published', 'disabled'] as const;
/** One of them. */
export type SceneState = (typeof sceneStates)[number];

/** What mika asks for before a scene does something. */
export const slotTypes = ['text', 'number', 'date', 'dateRange', 'time', 'choice', 'employee', 'department', 'phone', 'yesNo'] as const;
/** One of them. */
export type SlotType = (typeof slotTypes)[number];

/** Values that a slot begins with. */
export const slotDefaults = ['none', 'me', 'myDepartment', 'today'] as const;

/** Where a parameter of an interface, a form or a widget takes its value from. */
export const valueOrigins = ['slot', 'constant', 'account', 'uid', 'name'] as const;

/** Forms in which an answer of an interface is drawn. */
export const answerLooks = ['text', 'card', 'list'] as const;

/** Where a session stands. `waiting`: handed over, and nobody has taken it yet. */
export const sessionStates = [
  'asking',
  'choosing',
  'filling',
  'confirming',
  'calling',
  'answered',
  'waiting',
  'takenOver',
  'ended',
] as const;
/** One of them. */
export type SessionState = (typeof sessionStates)[number];

/** How a session ended. */
export const sessionResults = ['answered', 'done', 'handedOver', 'givenUp', 'error'] as const;
/** One of them. */
export type SessionResult = (typeof sessionResults)[number];

/** Whether a person says that it helped. */
export const helpedWords = ['yes', 'no', 'none'] as const;

/** What an answer is. */
export const answerKinds = [
  'text',
  'card',
  'list',
  'choose',
  'ask',
  'confirm',
  'form',
  'widget',
  'handover',
  'waiting',
  'person',
  'missed',
  'failed',
  'cancelled',
] as const;
/** One of them. */
export type AnswerKind = (typeof answerKinds)[number];

/** Ways in which a scene or an answer is found. */
export const foundBy = ['exact', 'template', 'similar', 'pinyin', 'chosen'] as const;
/** One of them. */
export type FoundBy = (typeof foundBy)[number];

/** State of a sentence that mika had no answer to. */
export const missedStates = ['open', 'attached', 'ignored'] as const;

/** Last resorts, in an order that the settings say. */
export const fallbacks = ['answers', 'interface', 'handover', 'text'] as const;

/** Limits of mika. */
export const mikaLimits = {
  phrases: 500,
  phrase: 200,
  negatives: 100,
  slots: 20,
  questions: 3,
  choices: 50,
  answerText: 4000,
  answerQuestions: 20,
  synonyms: 50,
  suggestions: 8,
  handlers: 20,
  params: 50,
  listed: 20,
  /** Characters of a sentence; what is longer is cut. */
  sentence: 1000,
  turns: 50,
  idleMillis: 30 * 60_000,
  callMillis: 10_000,
  /** Two scenes whose scores are nearer are not told apart. */
  near: 0.08,
  shownCandidates: 5,
  asksInMinute: 30,
} as const;
