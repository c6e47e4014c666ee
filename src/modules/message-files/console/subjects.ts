import { subject } from '#kit/console/page/subject.ts';

export const fileSubject = subject('message-files', 'imFile');
export const configSubject = subject('message-files', 'imFileConfig');
