import type { zh_CN } from './zh_CN.ts';

export const en_US: Record<keyof typeof zh_CN, string> = {
  'error.17001': 'Mail is not allowed for you on this terminal',
  'error.17002': 'The mail server refused the sign-in; sign in again',
  'error.17003': 'The mail server can’t be reached: {category}',
  'error.17004': 'The mailbox is full',
  'error.17005': 'You have no right “{right}” on this mailbox',
  'error.17006': 'You may not send as {address}',
  'error.17007': 'The message is larger than {n}',
  'error.17008': 'The address belongs to {name} already',
  'error.17009': 'A grant on a personal mailbox needs an end date and a reason',
};
