import type { terminalZhCN } from './zh_CN.ts';

export const terminalEnUS: Record<keyof typeof terminalZhCN, string> = {
  'fault.notAllowed': 'the sender may no longer write from this mailbox',
  'fault.gone': 'the mailbox is gone',
  'issue.address': '“{address}” is no mail address',
  'issue.recipients': 'At least one recipient, at most {n}',
  'issue.later': 'A mail can be put off for {n} days at most',
  'issue.noPassword': 'This mailbox asks nobody for a password',
  'notice.failing.title': 'Sign in again to {address}',
  'notice.failing.text':
    'The mail server refused the saved password three times. It is not asked any more, so that the account is not locked.',
  'notice.unsent.title': 'Not sent: {subject}',
  'notice.unsent.text': 'The server said: {reason}',
  'notice.partly.title': 'Refused for some recipients: {subject}',
  'notice.partly.text': '{refused}',
};
