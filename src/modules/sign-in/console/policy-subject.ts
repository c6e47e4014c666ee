import { subject } from '#kit/console/page/subject.ts';

/** The policy of signing in, for labels. */
export const policySubject = subject('sign-in', 'authenticate');
