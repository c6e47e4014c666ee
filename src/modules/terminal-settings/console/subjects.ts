import { subject } from '#kit/console/page/subject.ts';

export const settingSubject = subject('terminal-settings', 'encryptionSetting');
export const keySubject = subject('terminal-settings', 'encryptionKey');
export const navSubject = subject('terminal-settings', 'nav');
export const phoneSubject = subject('terminal-settings', 'phoneSetting');
export const submissionSubject = subject('terminal-settings', 'phoneSubmission');
export const gatewaySubject = subject('terminal-settings', 'smsGateway');
