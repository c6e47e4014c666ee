import { subject } from '#kit/console/page/subject.ts';

/** Labels of what the page shows. */
export const warning = subject('warnings', 'warning');
export const change = subject('warnings', 'change');
export const notification = subject('warnings', 'notification');
export const warningRule = subject('warnings', 'warningRule');
export const noticePerson = subject('warnings', 'noticePerson');
export const silence = subject('warnings', 'silence');
