import { subject } from '#kit/console/page/subject.ts';

/** Requests: a write that waits. */
export const changeRequest = subject('approvals', 'changeRequest');
/** Policies: what makes writes wait. */
export const changePolicy = subject('approvals', 'changePolicy');
