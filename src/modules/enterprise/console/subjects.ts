import { subject } from '#kit/console/page/subject.ts';

export const memberSubject = subject('enterprise', 'memberLimit');
export const fileSubject = subject('enterprise', 'fmmRole');
export const whiteSubject = subject('enterprise', 'fileWhite');
export const simulateSubject = subject('enterprise', 'simulate');
