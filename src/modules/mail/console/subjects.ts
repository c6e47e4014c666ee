import { subject } from '#kit/console/page/subject.ts';

export const mailConfig = subject('mail', 'mailConfig');
export const mailTemplate = subject('mail', 'mailTemplate');
export const outbox = subject('mail', 'outbox');
export const suppression = subject('mail', 'suppression');
