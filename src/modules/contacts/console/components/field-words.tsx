import { Segmented } from 'antd';
import { useState, type ReactElement } from 'react';
import { languages, type Language } from '#kit/common/language.ts';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import { languageNames } from '#kit/console/login/login-frame.tsx';
import type { ContactField } from '../../common/field.contract.ts';
import { places } from '../../common/words.ts';
import type { FieldFacts } from './field-drawer.tsx';

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
  typeOf: (field: ContactField) => FieldFacts['type'];
}

/** What stands where on a terminal: in its order, by its label in each language, with an example as it is masked. */
export function PlacesSketch({ fields, nameOf, typeOf }: PlacesProps): ReactElement {
  const t = useT('contacts');
  const [own] = useLanguage();
  const [language, setLanguage] = useState<Language>(own);
  return (
    <section className="contacts-sketch" aria-label={t('contactField.sketch')}>
      <Segmented<Language>
        size="small"
        aria-label={t('contactField.sketchIn')}
        value={language}
        options={languages.map((value) => ({ value, label: languageNames[value] }))}
        onChange={setLanguage}
      />
      {places.map((place) => {
        const shown = fields.filter((field) => field.places.includes(place) && !field.visibleTo.every((one) => one === 'nobody'));
        return (
          <div key={place}>
            <h3>{t(`contactField.places.${place}`)}</h3>
            <ul>
              {shown.map((field) => (
                <li key={field.fieldKey}>
                  <span>{labelOf(field, language) || nameOf(field)}</span>
                  <em>{exampleOf(field, typeOf(field))}</em>
                </li>
              ))}
              {shown.length === 0 && <li className="contacts-soft">{t('contactField.nothing')}</li>}
            </ul>
          </div>
        );
      })}
    </section>
  );
}

/** Values of nobody, by type: names and places say themselves. */
const examples: Readonly<Partial<Record<FieldFacts['type'], string>>> = {
  phone: '+86 138 1234 5678',
  email: 'li.na@example.com',
  date: '06-18',
  clock: '09:30',
};

/** How a value of the field looks: whole, with its middle hidden, or hidden; nothing where the label says enough. */
function exampleOf({ mask }: ContactField, type: FieldFacts['type']): string {
  const example = examples[type] ?? (mask === 'none' ? '' : 'Abcdefgh');
  if (mask === 'all') return '••••';
  if (mask === 'middle' && example !== '') return `${example.slice(0, 3)}****${example.slice(-4)}`;
  return example;
}

const labelOf = ({ label }: ContactField, language: Language): string => label?.[language] ?? label?.zh_CN ?? '';
