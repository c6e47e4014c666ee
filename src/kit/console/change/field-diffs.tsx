import type { ReactElement } from 'react';
import type { FieldDiffView } from '#kit/common/change/diff.ts';
import { languages, type Language } from '#kit/common/language.ts';
import { useLanguage, useT, type T } from '../i18n/use-t.ts';
import { fieldOf } from '../call/call-error.ts';
import type { Words } from '../page/subject.ts';
import { isNothing, textOf } from '../table/cell.tsx';
import './change.css';

/** Puts a field's value into words that only its module knows; undefined for every other one. */
export type ValueText = (field: string, value: unknown) => string | undefined;

interface FieldDiffsProps {
  fields: readonly FieldDiffView[];
  words: Words;
  tell?: ValueText | undefined;
}

/** Fields of a change, before and after. */
export function FieldDiffs({ fields, words, tell }: FieldDiffsProps): ReactElement | null {
  const t = useT('kit');
  const [language] = useLanguage();
  // What is empty before and after says nothing, nor does the emptiness of each field of what is deleted.
  const told = fields
    .flatMap((field) => byLanguage(field, words, t))
    .filter(({ before, after }) => !isNothing(before) || !isNothing(after));
  const gone = told.every(({ after }) => isNothing(after));
  if (told.length === 0) return null;
  const show = (field: string, value: unknown): string =>
    tell?.(field, value) ?? textOf(value, kindIn(field, value), { language, words, field });
  return (
    <dl className="whk-diffs">
      {told.map(({ field, label, before, after }) => (
        <div key={field}>
          <dt>{label ?? words.field(field)}</dt>
          <dd>
            {!isNothing(before) && (
              <>
                <span className="wh-hidden">{t('plan.before')}</span>
                <del>{show(field, before)}</del>{' '}
              </>
            )}
            {!gone && (
              <>
                <span className="wh-hidden">{t('plan.after')}</span>
                <ins>{show(field, after)}</ins>
              </>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** A text in several languages as one line for each that changed, named by its language. */
function byLanguage(diff: FieldDiffView, words: Words, t: T<'kit'>): readonly FieldDiffView[] {
  const { field, label, before, after } = diff;
  if (![before, after].some(isLocal) || ![before, after].every((one) => isLocal(one) || isNothing(one))) return [diff];
  return languages
    .filter((one) => fieldOf(before, one) !== fieldOf(after, one))
    .map((one) => ({
      ...diff,
      field: `${field}.${one}`,
      label: t('history.inLanguage', { name: label ?? words.field(field), language: t(`lang.${one}`) }),
      before: textIn(before, one),
      after: textIn(after, one),
    }));
}

const textIn = (value: unknown, language: Language): string | null => {
  const text = fieldOf(value, language);
  return typeof text === 'string' ? text : null;
};

const tongues: ReadonlySet<string> = new Set(languages);
const isLocal = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && Object.keys(value).length > 0 && Object.keys(value).every((key) => tongues.has(key));

/** Values of an enumeration have words under the field's name; moments are known by their field's name, days by their form. */
function kindIn(field: string, value: unknown): 'enum' | 'time' | 'day' | undefined {
  if (typeof value === 'number' && field.endsWith('At')) return 'time';
  if (typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value)) return 'day';
  return typeof value === 'string' && /^[a-z][A-Za-z]*$/.test(value) && /(status|Type|kind|gender)$/.test(field) ? 'enum' : undefined;
}
