import { subject } from '#kit/console/page/subject.ts';

/** Calls of interfaces. */
export const interfaceCall = subject('call-logs', 'call');
