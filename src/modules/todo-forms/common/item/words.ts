/** States of an item. */
export const itemStates = ['open', 'done', 'withdrawn', 'expired'] as const;
/** State of an item. */
export type ItemState = (typeof itemStates)[number];

/** `any`: the first answer finishes the item; `all`: each person answers for themselves. */
export const itemModes = ['any', 'all'] as const;
/** How many people have to answer. */
export type ItemMode = (typeof itemModes)[number];

/** States of a person's part of an item; `submitted` waits for the system's answer. */
export const personStates = ['open', 'submitted', 'done', 'handedOver', 'withdrawn'] as const;
/** State of a person's part. */
export type PersonState = (typeof personStates)[number];

/** States of an answer; `unknown` was sent without a clear answer and is sent again with the same id. */
export const answerStates = ['queued', 'sending', 'unknown', 'confirmed', 'refused', 'failed', 'closedByHand', 'cancelled'] as const;
/** State of an answer. */
export type AnswerState = (typeof answerStates)[number];

/** How a call of an answer ended. */
export const answerClasses = [
  'ok',
  'refused',
  'rejected',
  'serverError',
  'notUnderstood',
  'timeout',
  'connection',
  'tls',
  'egress',
  'breaker',
  'interface',
  'noAddress',
  'stopped',
] as const;
/** How a call of an answer ended. */
export type AnswerClass = (typeof answerClasses)[number];

/** Reasons for which people are told of an item. */
const noticeKinds = ['new', 'remind', 'due', 'refused', 'failed', 'closed', 'handedOver'] as const;
/** Reason for which somebody is told of an item. */
export type NoticeKind = (typeof noticeKinds)[number];

/** Rights of managers of a system. */
export const managerRights = ['item', 'template', 'answer'] as const;
/** Right of a manager of a system. */
export type ManagerRight = (typeof managerRights)[number];

/** States of a comparison. */
export const differenceStates = ['looking', 'waiting', 'done', 'failed'] as const;
/** State of a comparison. */
export type DifferenceState = (typeof differenceStates)[number];

/** A file of an item: uploaded by its system, or an address. */
export interface ItemFile {
  readonly name: string;
  readonly fileId?: string;
  readonly url?: string;
}
