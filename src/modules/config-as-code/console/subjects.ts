import { subject } from '#kit/console/page/subject.ts';

export const areaSubject = subject('config-as-code', 'area');
export const bundleSubject = subject('config-as-code', 'bundle');
export const planSubject = subject('config-as-code', 'plan');
export const lineSubject = subject('config-as-code', 'line');
