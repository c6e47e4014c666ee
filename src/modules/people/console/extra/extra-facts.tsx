import type { ReactElement, ReactNode } from 'react';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import { extraName, type ExtraTarget } from '../../common/extra/extra-fields.ts';
import type { ExtraFormField } from '../../common/extra/extra.contract.ts';
import { extraText } from './extra-text.ts';
import { sectionsOf, useExtraFields } from './use-extra-fields.ts';

interface ExtraFactsProps {
  target: ExtraTarget;
  /** Values in words, by code. */
  texts: Readonly<Record<string, string>>;
  /** Draws a sensitive value. */
  sensitive?: (field: ExtraFormField, text: string) => ReactNode;
  /** What stands below a value, by the name `extra.<code>`. */
  note?: (name: string) => ReactNode;
}

/** Extra values of one object in their sections; what is empty stays away. */
export function ExtraFacts({ target, texts, sensitive, note }: ExtraFactsProps): ReactElement {
  const t = useT('user-centre');
  const known = useExtraFields(target).filter(({ code }) => texts[code] !== undefined);
  return (
    <>
      {sectionsOf(known, ({ section }) => section).map(({ name, fields }) => (
        <section key={name ?? ''} className="whk-facts">
          <h3>{name ?? t('employee.field.extra')}</h3>
          <dl>
            {fields.map((field) => (
              <div key={field.code}>
                <dt>{field.name}</dt>
                <dd>
                  <Value field={field} text={texts[field.code] ?? ''} sensitive={sensitive} />
                  {note?.(extraName(field.code))}
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </>
  );
}

function Value({ field, text, sensitive }: { field: ExtraFormField; text: string; sensitive: ExtraFactsProps['sensitive'] }): ReactNode {
  const [language] = useLanguage();
  if (field.sensitive && sensitive) return sensitive(field, text);
  if (field.type === 'url' && !field.sensitive)
    return (
      <a href={text} target="_blank" rel="noopener noreferrer nofollow">
        {text}
      </a>
    );
  return extraText(field, text, language);
}
