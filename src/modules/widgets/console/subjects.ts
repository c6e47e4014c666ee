import { subject } from '#kit/console/page/subject.ts';

export const mamRoleSubject = subject('widgets', 'mamRole');
export const widgetRoleSubject = subject('widgets', 'widgetRole');
export const widgetSubject = subject('widgets', 'widget');
export const widgetVersionSubject = subject('widgets', 'widgetVersion');
