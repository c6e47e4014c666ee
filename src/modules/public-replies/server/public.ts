export { accountMessages, type AccountPost, type AccountPosts } from './inbox/account-messages.ts';
export { type Outgoing, type Said } from './inbox/answer.ts';
export { markAnswered, storeAnswer, storeIncoming, type Answer, type Incoming } from './inbox/store.ts';
