import type { zh_CN } from './zh_CN.ts';

export const en_US: Record<keyof typeof zh_CN, string> = {
  'target.field.name': 'Name',
  'target.field.department': 'Department',
  'target.field.state': 'Status',
  'target.field.reason': 'Reason',
  'target.field.tries': 'Tries',
  'target.field.at': 'Time',
  'target.field.reachedAt': 'Reached',
  'target.field.readAt': 'Read',
  'target.field.seconds': 'Seconds read',
  'target.field.recallState': 'Withdrawal',
  'target.field.messageId': 'Message id',
};
