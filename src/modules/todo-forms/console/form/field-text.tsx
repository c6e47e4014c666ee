import type { ReactElement } from 'react';
import { pick } from '#kit/common/language.ts';
import { useT } from '#kit/console/i18n/use-t.ts';
import { isEmpty, isObject, textOf } from '../../common/form/values.ts';
import type { FormColumn, FormField, FormOption, FormValue } from '../../common/form/version.ts';
import { useFormLanguage } from './form-language.ts';

interface TextProps {
  readonly field: FormField;
  readonly value: FormValue;
  readonly options: readonly FormOption[];
}

const isLink = (value: FormValue): value is string => typeof value === 'string' && /^https?:\/\//i.test(value) && URL.canParse(value);

/** A value that is only read. */
export function FieldText({ field, value, options }: TextProps): ReactElement {
  const t = useT('todo-forms');
  const language = useFormLanguage();
  const { type, text } = field;
  if (type === 'static') return <p className="tdf-static">{text ? pick(text, language) : ''}</p>;
  if (type === 'table') return <RowsText field={field} value={value} />;
  if ((type === 'link' || type === 'url') && isLink(value))
    return (
      <a href={value} target="_blank" rel="noopener noreferrer">
        {text ? pick(text, language) : value}
      </a>
    );
  const words = useWordsOf(field, value, options);
  return <p className="tdf-value">{words === '' ? t('form.empty') : words}</p>;
}

/** A value in words: choices by their labels, amounts with their digits, what is masked without its middle. */
function useWordsOf(field: FormColumn, value: FormValue, options: readonly FormOption[]): string {
  const t = useT('todo-forms');
  const language = useFormLanguage();
  if (isEmpty(value)) return '';
  if (typeof value === 'boolean') return t(value ? 'form.yes' : 'form.no');
  if (typeof value === 'number') return numberText(field, value, language.replace('_', '-'));
  const known = new Map(options.map((option) => [option.value, pick(option.label, language)]));
  const words = Array.isArray(value)
    ? value.map((one) => (typeof one === 'string' ? (known.get(one) ?? one) : textOf(one))).join(', ')
    : typeof value === 'string'
      ? (known.get(value) ?? value.replace('T', field.type === 'datetime' ? ' ' : 'T'))
      : textOf(value);
  return field.mask === true && words.length > 2
    ? `${words.slice(0, 1)}${'•'.repeat(Math.min(8, words.length - 2))}${words.slice(-1)}`
    : words;
}

function numberText({ type, currency, decimals }: FormColumn, value: number, language: string): string {
  const digits = decimals ?? (type === 'money' ? 2 : undefined);
  const words = value.toLocaleString(
    language,
    digits === undefined ? {} : { minimumFractionDigits: digits, maximumFractionDigits: digits },
  );
  return currency === undefined ? words : `${currency} ${words}`;
}

function RowsText({ field, value }: { field: FormField; value: FormValue }): ReactElement {
  const t = useT('todo-forms');
  const language = useFormLanguage();
  const rows = Array.isArray(value) ? value.filter(isObject) : [];
  if (rows.length === 0) return <p className="tdf-value">{t('form.noRows')}</p>;
  return (
    <div className="tdf-rows">
      <table aria-label={pick(field.label, language)}>
        <thead>
          <tr>
            {(field.columns ?? []).map((column) => (
              <th key={column.code} scope="col">
                {pick(column.label, language)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            <tr key={at}>
              {(field.columns ?? []).map((column) => (
                <td key={column.code}>
                  <CellText column={column} value={row[column.code] ?? null} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** A value in a table. */
export function CellText({ column, value }: { column: FormColumn; value: FormValue }): ReactElement {
  return <>{useWordsOf(column, value, column.options ?? [])}</>;
}
