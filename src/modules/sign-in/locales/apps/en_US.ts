import type { zh_CN } from './zh_CN.ts';

/** Texts of what apps use of the sign-in settings, of whom they are for, and of signing out elsewhere. */
export const en_US: Record<keyof typeof zh_CN, string> = {
  'tab.app': 'Apps',
  'app.console': 'Login page of the console',
  'app.consoleHint': 'Follows from which ways are enabled, what they are for and their order; changed under “Ways to sign in”.',
  'app.opensWith': 'It opens with the form of “{name}”.',
  'app.opensWithout': 'It opens without a password form, with buttons to other systems only.',
  'app.remembers': 'The last account is remembered.',
  'app.forgets': 'No account is remembered.',
  'app.place': 'Offered, place {n}',
  'app.disabled': 'Not offered: disabled',
  'app.terminalsOnly': 'Not offered: for terminals only',
  'app.terminals': 'Terminals',
  'app.terminalsHint': 'The platforms as they are stored. There are no terminal apps yet, so nobody signs in by them.',
  'app.sources': 'Directories that check passwords',
  'app.sourcesHint': 'How a directory is reached is kept in its sign-in setting for now.',
  'app.noSources': 'No directory is connected yet',
};
