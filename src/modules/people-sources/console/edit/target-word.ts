import { textIfAny } from '#kit/console/i18n/i18n.ts';
import { codeIn } from '#modules/people/common/extra/extra-fields.ts';
import { useExtraFields } from '#modules/people/console/extra/public.ts';

/** What a field of the mapping is called: by the mapping's own words, else as the field of the person or the department. */
export const targetWord = (of: 'employee' | 'department', target: string): string =>
  textIfAny('user-centre', `source.target.${of}.${target}`) ?? textIfAny('user-centre', `${of}.field.${target}`) ?? target;

/** The same, with extra fields by their names. */
export function useTargetWord(of: 'employee' | 'department'): (target: string) => string {
  const extras = useExtraFields(of);
  return (target) => extras.find(({ code }) => code === codeIn(target))?.name ?? targetWord(of, target);
}
