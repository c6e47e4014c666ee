export { accountMessages, type AccountPost, type AccountPosts } from './inbox/account-messages.ts';
export type { Said } from './inbox/answer.ts';
export type { Outgoing } from './inbox/deliver.ts';
export { markAnswered, storeAnswer, storeIncoming, type Answer, type Incoming } from './inbox/store.ts';
