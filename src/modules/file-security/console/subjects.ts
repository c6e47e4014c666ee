import { subject } from '#kit/console/page/subject.ts';

export const roleSubject = subject('file-security', 'mdmRole');
export const outerNetSubject = subject('file-security', 'outerNet');
export const encryptionSubject = subject('file-security', 'fileEncryption');
export const decisionSubject = subject('file-security', 'decision');
export const printSubject = subject('file-security', 'print');
export const screenshotSubject = subject('file-security', 'screenshot');
export const setSubject = subject('file-security', 'fileRuleSet');
export const settingsSubject = subject('file-security', 'fileSettings');
export const testSubject = subject('file-security', 'fileTest');
export const levelSubject = subject('file-security', 'fileLevel');
