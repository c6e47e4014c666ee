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
  'login.ways': 'Other ways to sign in',
  'login.noEmployee': 'This identity can’t sign in here. Ask your administrator.',
  'login.notReached': 'The sign-in system can’t be reached now. Try again later, or sign in another way.',
  'login.wayGone': 'This way to sign in is no longer there',
  'login.notBelieved': 'The answer of the sign-in system was not accepted. Try again; if it happens again, ask your administrator.',
  'login.restart': 'This sign-in is no longer valid. Please begin again.',
  'login.denied': 'The sign-in system did not agree to this sign-in',
  'login.clock': 'The answer of the sign-in system is too old. Try again; if it happens again, the clocks differ.',
  'password.unprintable': 'Holds invisible characters',
};
