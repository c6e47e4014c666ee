import type { Language } from '#kit/common/language.ts';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import { dayText } from '#kit/console/table/formats.ts';
import type { CrowdClause } from '../../common/crowd-conditions.ts';
import { fieldIn, shapeOf, valuesOf, type Catalogue, type CatalogueField } from './value-shape.ts';

/** A clause in words. */
export interface ClauseWords {
  field: string;
  op: string;
  value: string;
}

/** Values that are read before it gets a number. */
const mostNamed = 8;

/** Puts clauses into words; `named` are the names behind ids. */
export function useClauseWords(catalogue: Catalogue, named: Readonly<Record<string, string>>): (clause: CrowdClause) => ClauseWords {
  const t = useT('user-centre');
  const [language] = useLanguage();
  return (clause) => {
    const field = fieldIn(catalogue, clause.field);
    const values = valuesOf(clause).map((value) => valueText(value, { field, clause, named, language }));
    const shape = field && shapeOf(field.type, clause.op);
    const yes = t(valuesOf(clause)[0] === false ? 'crowd.rule.no' : 'crowd.rule.yes');
    const rest = values.length - mostNamed;
    const listed = values.slice(0, mostNamed).join(shape === 'span' ? ' – ' : language === 'en_US' ? ', ' : '、');
    const several = rest > 0 ? `${listed} ${t('crowd.more', { count: rest })}` : listed;
    return {
      field: field?.title ?? clause.field,
      op: t(`crowd.op.${clause.op}`),
      value: shape === 'none' ? '' : shape === 'yes' ? yes : shape === 'days' ? `${several} ${t('crowd.rule.days')}` : several,
    };
  };
}

interface ValueOptions {
  field: CatalogueField | undefined;
  clause: CrowdClause;
  named: Readonly<Record<string, string>>;
  language: Language;
}

function valueText(value: string | number | boolean, { field, named, language }: ValueOptions): string {
  if (typeof value !== 'string') return String(value);
  if (field?.type === 'choice' || field?.type === 'choices') return field.options.find((option) => option.value === value)?.label ?? value;
  if (field?.type === 'date') return dayText(value, language);
  return named[value] ?? value;
}
