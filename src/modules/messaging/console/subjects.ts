import { subject } from '#kit/console/page/subject.ts';

export const roleSubject = subject('messaging', 'immRole');
export const settingSubject = subject('messaging', 'imSetting');
export const messageSubject = subject('messaging', 'message');
export const recallSubject = subject('messaging', 'recall');
export const caseSubject = subject('messaging', 'case');
export const readingSubject = subject('messaging', 'reading');
export const reportSubject = subject('messaging', 'report');
export const holdSubject = subject('messaging', 'hold');
