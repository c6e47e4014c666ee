import { subject } from '#kit/console/page/subject.ts';

/** Rows of the operation log. */
export const operation = subject('logs', 'operation');
