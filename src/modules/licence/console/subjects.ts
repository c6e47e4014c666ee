import { subject } from '#kit/console/page/subject.ts';

export const licence = subject('licence', 'licence');
