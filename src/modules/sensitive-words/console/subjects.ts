import { subject } from '#kit/console/page/subject.ts';

/** What the console calls the things of this module. */
export const hitSubject = subject('sensitive-words', 'wordHit');
export const versionSubject = subject('sensitive-words', 'wordVersion');
export const settingSubject = subject('sensitive-words', 'wordSetting');
