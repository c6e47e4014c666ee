import type { MrmFunction } from '../role/words.ts';

/** Functions of a personal assistant that are on or off. */
export const assistantFunctions = ['reminder', 'digest', 'awayReply', 'keywordReply', 'todoHint', 'mailHint', 'mika'] as const;
/** A function of a personal assistant. */
export type AssistantFunction = (typeof assistantFunctions)[number];
/** The functions of a new assistant. */
export const usualFunctions: readonly AssistantFunction[] = ['reminder', 'todoHint', 'mailHint', 'mika'];

/** What a role must give for a function, beside `assistant.use`. */
export const functionNeeds: Readonly<Partial<Record<AssistantFunction, MrmFunction>>> = {
  digest: 'assistant.digest',
  awayReply: 'assistant.awayReply',
  keywordReply: 'assistant.keywordReply',
  mika: 'mika.use',
};

/** Whom an away reply answers: everybody, or people of the same department. */
export const awayAudiences = ['everyone', 'colleagues'] as const;
/** How a keyword is looked for. */
export const keywordMatches = ['exact', 'contains', 'startsWith'] as const;
/** When a reminder comes again. */
export const reminderRepeats = ['none', 'daily', 'workdays', 'weekly', 'monthly'] as const;
/** When a reminder comes again. */
export type ReminderRepeat = (typeof reminderRepeats)[number];
/** Parts of a digest; others bring lines of their own for those that are not of this module. */
export const digestParts = ['unread', 'todos', 'mail', 'meetings'] as const;
/** A part of a digest. */
export type DigestPart = (typeof digestParts)[number];

/** Limits of an assistant. */
export const assistantLimits = { reminders: 200, keywords: 50, awayDays: 366 } as const;

/** What an assistant did, as it is counted; what it said is not kept. */
export const assistantActions = ['reminder', 'digest', 'awayReply', 'keywordReply'] as const;
/** What an assistant did. */
export type AssistantAction = (typeof assistantActions)[number];
