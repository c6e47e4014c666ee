import type { zh_CN } from './zh_CN.ts';

export const en_US: Record<keyof typeof zh_CN, string> = {
  'error.23001': 'The headers {names} are missing or wrong',
  'error.23002': 'This application or platform is not known or switched off',
  'error.23003': 'This version of the call has ended; update the application',
  'error.23010': 'First: {next}',
  'error.23011': 'This way of signing in is not offered here',
  'error.23012': 'Account or password is wrong, or signing in is not possible now',
  'error.23013': 'The second factor is wrong or too old',
  'error.23014': 'A device proof is needed',
  'error.23020': 'This sign-in code has expired or was used',
  'error.23021': 'Confirmed on another device, or rejected',
  'error.23022': 'This return link is not registered',
  'error.23023': 'The identity provider refused: {reason}',
  'error.23030': 'The cursor is too old; start again',
  'issue.notYours': '{field} is not changed by oneself',
  'terminalPolicy.field.accessMinutes': 'Minutes an access token lives',
  'terminalPolicy.field.refreshDays': 'Days without use until a session is over',
  'terminalPolicy.field.refreshWholeDays': 'Days until a session is over in any case',
  'terminalPolicy.field.qrLogin': 'Sign-in by scanning a code',
  'terminalPolicy.field.browserLogin': 'Sign-in by the system browser',
};
