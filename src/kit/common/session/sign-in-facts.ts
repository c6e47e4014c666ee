/** Where somebody signs in. */
export type SignInSide = 'console' | 'client';
/** What happened. `refresh`: a new session in the place of the one before (a changed password). */
export const loginEvents = ['signIn', 'refuse', 'stepUp', 'refresh', 'signOut'] as const;
/** What happened, as one word of a line. */
export type SignInEvent = (typeof loginEvents)[number];
/** How it ended. */
export const loginResults = ['ok', 'refused'] as const;
/** Why it was refused. */
export const loginReasons = [
  'wrongSecret',
  'unknownAccount',
  'locked',
  'disabled',
  'factorFailed',
  'pictureCode',
  'addressRule',
  'timeRule',
  'deviceRefused',
  'versionRefused',
  'appRefused',
  'licence',
  'provider',
  'busy',
] as const;
/** Why it was refused, as one word of a line. */
export type SignInReason = (typeof loginReasons)[number];
/** Causes of a session's end. */
export const sessionEnds = ['self', 'idle', 'whole', 'otherSignIn', 'disabled', 'passwordChanged', 'administrator', 'provider'] as const;
/** Who or what ended a session, as one word of a line. */
export type EndedBy = (typeof sessionEnds)[number];
