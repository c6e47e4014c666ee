import { subject } from '#kit/console/page/subject.ts';

/** Kinds of logs with how long they are kept. */
export const retention = subject('logs', 'retention');
/** Records of cleanings. */
export const cleaningRecord = subject('logs', 'cleaning');
/** Legal holds. */
export const hold = subject('logs', 'hold');
/** Archives of removed rows. */
export const archive = subject('logs', 'archive');
/** Places for archives. */
export const target = subject('logs', 'target');
