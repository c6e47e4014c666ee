import { subject } from '#kit/console/page/subject.ts';

/** Conversions of files. */
export const conversion = subject('conversion', 'conversion');
/** The parameters of conversion. */
export const convertParam = subject('conversion', 'convertParam');
