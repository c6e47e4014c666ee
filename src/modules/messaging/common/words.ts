/** What a conversation is between. */
export const conversationKinds = ['single', 'group', 'system', 'account'] as const;
/** What a conversation is between. */
export type ConversationKind = (typeof conversationKinds)[number];

/** What terminals send. `recall` and `event` are messages too, written by the server, so that order and delivery are one. */
export const sentKinds = ['text', 'markdown', 'image', 'file', 'voice', 'video', 'location', 'emoticon', 'personCard', 'merged'] as const;
/** What terminals send. */
export type SentKind = (typeof sentKinds)[number];
/** Every kind of message; `content` is what a public account publishes. */
export const messageKinds = [...sentKinds, 'card', 'notice', 'content', 'recall', 'event'] as const;
/** Every kind of message. */
export type MessageKind = (typeof messageKinds)[number];

/** What became of a message. */
export const messageStates = ['normal', 'replaced', 'edited', 'recalled', 'held', 'expired'] as const;
/** What became of a message. */
export type MessageState = (typeof messageStates)[number];

/** What is noted about a message. */
export const messageFlags = ['word', 'reported', 'urgent', 'bulk'] as const;
/** What is noted about a message. */
export type MessageFlag = (typeof messageFlags)[number];

/** Steps of the question whether a message may be sent, in the order in which they are asked. */
export const sendSteps = ['person', 'function', 'target', 'group', 'contacts', 'limits', 'rates', 'size', 'file', 'words'] as const;
/** One of these steps. */
export type SendStepName = (typeof sendSteps)[number];

/** Functions of the roles of messaging, in their groups. */
export const functionGroups = {
  write: ['im.single', 'im.atAll', 'im.edit', 'im.recall', 'im.urgent', 'im.broadcast'],
  content: ['im.image', 'im.file', 'im.voice', 'im.video', 'im.location', 'im.personCard', 'im.emoticonOwn'],
  pass: ['im.forward', 'im.mergeForward'],
  group: ['im.groupCreate', 'im.groupLarge', 'im.groupJoinQr'],
  look: ['im.history', 'im.search', 'im.readList', 'im.report'],
} as const;
/** What a person may do in messaging. */
export type MessagingFunction = (typeof functionGroups)[keyof typeof functionGroups][number];
/** Every function. */
export const messagingFunctions: readonly [MessagingFunction, ...MessagingFunction[]] = [
  'im.single',
  ...functionGroups.write.slice(1),
  ...functionGroups.content,
  ...functionGroups.pass,
  ...functionGroups.group,
  ...functionGroups.look,
];
const risky: readonly MessagingFunction[] = ['im.urgent', 'im.broadcast', 'im.groupLarge'];
/** What roles of messaging can give; the risky ones reach many at once, or press. */
export const messagingWords = { functions: messagingFunctions, groups: functionGroups, risky };

/** Numbers that a role may set, with the usual value and the most. */
export const roleLimits = {
  ownedGroups: { usual: 100, most: 1000 },
  groupMembers: { usual: 500, most: 20_000 },
  historyDays: { usual: 30, most: 3650 },
} as const;
/** A number that a role may set. */
export type RoleLimit = keyof typeof roleLimits;

/** The function that a kind of message needs. */
export const functionOfKind: Readonly<Partial<Record<MessageKind, MessagingFunction>>> = {
  image: 'im.image',
  file: 'im.file',
  voice: 'im.voice',
  video: 'im.video',
  location: 'im.location',
  personCard: 'im.personCard',
  merged: 'im.mergeForward',
};

/** Why an administrator reads what others wrote. */
export const caseKinds = ['investigation', 'complaint', 'legal', 'security', 'support'] as const;
/** How far a case is. */
export const caseStates = ['requested', 'open', 'rejected', 'closed', 'expired'] as const;
/** Which cases need a second person: none, those that read single chats, all. */
export const caseApprovals = ['never', 'single', 'always'] as const;
/** Why somebody reports a message. */
export const reportReasons = ['spam', 'insult', 'leak', 'fraud', 'other'] as const;
/** What is decided about a report. */
export const reportDecisions = ['keep', 'recall', 'mute', 'dismiss'] as const;
/** Who sees who has read: nobody, the other one of a single chat, everybody. */
export const readMarkRules = ['off', 'single', 'all'] as const;
/** Who may mention all of a group. */
export const mentionAllRules = ['owner', 'managers', 'everyone'] as const;
/** What a push notice shows. */
export const pushPreviews = ['none', 'sender', 'text'] as const;
/** To what a rule of keeping applies. */
export const retentionScopes = ['single', 'group', 'groupType', 'department'] as const;
