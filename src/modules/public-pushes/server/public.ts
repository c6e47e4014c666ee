export { countersOf, type Counters } from './push/counters.ts';
export { messengerOf, type Delivered, type Messenger } from './send/messenger.ts';
