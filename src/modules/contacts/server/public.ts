export { departmentsInContacts, peopleInContacts, type FoundInContacts } from './found-in-contacts.ts';
export { ownContactFields } from './field/own-fields.ts';
export { mayReach } from './may-reach.ts';
export { sharedChatsOf } from './shared-chats.ts';
