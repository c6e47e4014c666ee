import { subject } from '#kit/console/page/subject.ts';

/** Sign-in settings, for labels. */
export const setting = subject('sign-in', 'authSetting');
