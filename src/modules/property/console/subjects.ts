import { subject } from '#kit/console/page/subject.ts';

/** Properties and their values, for labels. */
export const property = subject('property', 'property');
export const propertyValue = subject('property', 'propertyValue');
