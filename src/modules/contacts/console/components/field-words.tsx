import type { ReactElement } from 'react';
import type { Language } from '#kit/common/language.ts';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import type { ContactField } from '../../common/field.contract.ts';
import { places } from '../../common/words.ts';

/** How much of a value is hidden, and whether it is shown on request. */
export function WhenText({ field: { mask, reveal } }: { field: ContactField }): ReactElement {
  const t = useT('contacts');
  return (
    <>
      {t(`contactField.mask.${mask}`)}
      {mask !== 'none' && reveal && ` · ${t('contactField.revealed')}`}
    </>
  );
}

interface PlacesProps {
  fields: readonly ContactField[];
  nameOf: (field: ContactField) => string;
}

/** What stands where on a terminal, in its order and by its label. */
export function PlacesSketch({ fields, nameOf }: PlacesProps): ReactElement {
  const t = useT('contacts');
  const [language] = useLanguage();
  return (
    <section className="contacts-sketch" aria-label={t('contactField.sketch')}>
      {places.map((place) => {
        const shown = fields.filter((field) => field.places.includes(place) && !field.visibleTo.every((one) => one === 'nobody'));
        return (
          <div key={place}>
            <h3>{t(`contactField.places.${place}`)}</h3>
            <ul>
              {shown.map((field) => (
                <li key={field.fieldKey}>{labelOf(field, language) || nameOf(field)}</li>
              ))}
              {shown.length === 0 && <li className="contacts-soft">{t('contactField.nothing')}</li>}
            </ul>
          </div>
        );
      })}
    </section>
  );
}

const labelOf = ({ label }: ContactField, language: Language): string => label?.[language] ?? label?.zh_CN ?? '';
