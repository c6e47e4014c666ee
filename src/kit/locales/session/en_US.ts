import type { zh_CN } from './zh_CN.ts';

export const en_US: Record<keyof typeof zh_CN, string> = {
  'error.10401': 'Account, password or picture code is not right',
  'password.tooShort': 'At least {least} characters',
  'password.tooLong': 'Too long',
  'password.classes': 'Needs more kinds of characters',
  'password.common': 'Too common, easily guessed',
  'password.context': 'Must not contain the account or the name',
  'password.repeated': 'Too many repeated characters',
  'password.sequence': 'Holds a sequence of characters',
  'password.reused': 'The same as the present or a recent password',
  'session.kind.local': 'Account and password',
  'password.unprintable': 'Holds invisible characters',
};
