import { textIfAny } from '#kit/console/i18n/i18n.ts';

/** What a field of the mapping is called: by the mapping's own words, else as the field of the person or the department. */
export const targetWord = (of: 'employee' | 'department', target: string): string =>
  textIfAny('user-centre', `source.target.${of}.${target}`) ?? textIfAny('user-centre', `${of}.field.${target}`) ?? target;
