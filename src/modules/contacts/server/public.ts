export { ownContactFields } from './field/own-fields.ts';
export { mayReach } from './may-reach.ts';
export { sharedChatsOf } from './shared-chats.ts';
