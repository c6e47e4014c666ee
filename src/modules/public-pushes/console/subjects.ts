import { subject } from '#kit/console/page/subject.ts';

/** A push, for labels. */
export const pushSubject = subject('public-pushes', 'push');
/** One person of a push, for labels. */
export const targetSubject = subject('public-pushes', 'target');
