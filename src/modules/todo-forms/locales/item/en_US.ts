import type { zh_CN } from './zh_CN.ts';

export const en_US: Record<keyof typeof zh_CN, string> = {
  'check.otherAnswer': 'This id belongs to another answer',
  'check.noField': 'No such field',
  'check.words': '{words}',
  'notice.new': '{system}: you have a new to-do',
  'notice.remind': '{system}: please take care of this to-do',
  'notice.due': '{system}: this to-do is due soon or overdue',
  'notice.refused': '{system} did not accept your answer; open the to-do to see why',
  'notice.failed': 'Your answer did not reach {system}; an administrator looks after it',
  'notice.closed': 'An administrator closed your answer to {system} by hand',
  'notice.handedOver': '{system}: a to-do was handed over to you',
};
