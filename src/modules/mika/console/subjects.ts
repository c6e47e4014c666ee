import { subject } from '#kit/console/page/subject.ts';

export const missedSubject = subject('mika', 'missed');
export const settingSubject = subject('mika', 'mikaSetting');
export const versionSubject = subject('mika', 'mikaVersion');
export const sessionSubject = subject('mika', 'mikaSession');
