import type { zh_CN } from './zh_CN.ts';

export const en_US: Record<keyof typeof zh_CN, string> = {
  'error.17031': 'The phrase belongs to “{scene}” as well',
  'error.17032': '{n} test sentences fail',
  'error.17033': 'A scene that writes must ask for confirmation',
  'error.17034': 'The interface is not granted to mika',
  'error.17035': 'Slot {slot}: {reason}',
  'error.17036': 'Taken over by {name}',
  'error.17037': 'mika can’t do this for you: {function}',
  'error.17038': 'The session has ended',
};
