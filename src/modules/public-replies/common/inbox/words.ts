/** States of a conversation: `open` waits for somebody, `autoAnswered` was answered by a rule. */
export const conversationStates = ['open', 'answered', 'closed', 'autoAnswered'] as const;
/** State of a conversation. */
export type ConversationState = (typeof conversationStates)[number];

/** What fans write. */
const incomingKinds = ['text', 'image', 'voice', 'file', 'menu', 'location'] as const;
/** What an account answers: a text of its own, or content of its material. */
export const messageKinds = [...incomingKinds, 'content'] as const;
/** Kind of a message between an account and a person. */
export type UserMessageKind = (typeof messageKinds)[number];

/** What is kept of a conversation by those who work for the account, for themselves. */
export interface ConversationNote {
  readonly id: string;
  readonly text: string;
  readonly at: number;
  readonly byId: string;
  readonly byName: string;
}
