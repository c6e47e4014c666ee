import { subject } from '#kit/console/page/subject.ts';

/** Interfaces on screen. */
export const apiInterfaceSubject = subject('access', 'apiInterface');
/** Keys of a system. */
export const accessKeySubject = subject('access', 'accessKey');
/** Grants. */
export const grantSubject = subject('access', 'grant');
