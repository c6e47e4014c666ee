/** How a keyword is compared with what somebody wrote, both without the differences of case, width and spaces. */
export const keywordMatches = ['exact', 'contains', 'prefix', 'pattern'] as const;
/** One of them. */
export type KeywordMatch = (typeof keywordMatches)[number];
/** Whether a rule sends all of its answers, or one of them. */
export const answerModes = ['all', 'one'] as const;
/** Replies that an account has one of: at the first follow, and where no rule answers. */
const settingKinds = ['welcome', 'system'] as const;
/** One of them. */
export type ReplySettingKind = (typeof settingKinds)[number];
/** What becomes of a message: nobody is answered who is blocked; a rule, the off hours or the system reply answers; or it waits in the inbox. */
export const replySources = ['blocked', 'keyword', 'offHours', 'system', 'open'] as const;
/** One of them. */
export type ReplySource = (typeof replySources)[number];
/** Why a rule did not answer, or that it did. */
export const stepResults = ['fires', 'disabled', 'noMatch', 'language', 'members', 'window', 'notAsked'] as const;
/** One of them. */
export type StepResult = (typeof stepResults)[number];

/** Limits of replies. */
export const replyLimits = {
  rules: 500,
  keywords: 50,
  keyword: 60,
  pattern: 200,
  answers: 5,
  answerText: 2000,
  message: 2000,
  sentences: 500,
  /** Automatic messages to one person in an hour. */
  automaticInHour: 20,
  /** Messages of one person in a minute. */
  messagesInMinute: 20,
} as const;
