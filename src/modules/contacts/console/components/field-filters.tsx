import { Input, Select } from 'antd';
import type { ReactElement } from 'react';
import { useT } from '#kit/console/i18n/use-t.ts';
import type { ContactField } from '../../common/field.contract.ts';
import { audiences, places, searchWays, type Audience, type Place, type SearchWay } from '../../common/words.ts';

/** Filters of the fields. */
export interface FieldFilter {
  readonly text: string;
  readonly place?: Place | undefined;
  readonly audience?: Audience | undefined;
  readonly search?: SearchWay | undefined;
}

/** Whether a field of this name is looked for. */
export const fits = ({ text, place, audience, search }: FieldFilter, field: ContactField, name: string): boolean =>
  name.toLowerCase().includes(text.trim().toLowerCase()) &&
  (!place || field.places.includes(place)) &&
  (!audience || field.visibleTo.includes(audience)) &&
  (!search || field.searchable === search);

interface FieldFiltersProps {
  value: FieldFilter;
  onChange: (value: FieldFilter) => void;
}

/** Filters of the fields: by name, by where they stand, by who reads them, by how they are searched. */
export function FieldFilters({ value, onChange }: FieldFiltersProps): ReactElement {
  const t = useT('contacts');
  return (
    <>
      <Input
        allowClear
        aria-label={t('contactField.search')}
        placeholder={t('contactField.search')}
        maxLength={100}
        value={value.text}
        onChange={(event) => onChange({ ...value, text: event.target.value })}
      />
      <Select<Place>
        allowClear
        aria-label={t('contactField.field.places')}
        placeholder={t('contactField.field.places')}
        value={value.place ?? null}
        options={places.map((one) => ({ value: one, label: t(`contactField.places.${one}`) }))}
        onChange={(place?: Place) => onChange({ ...value, place })}
      />
      <Select<Audience>
        allowClear
        aria-label={t('contactField.field.visibleTo')}
        placeholder={t('contactField.field.visibleTo')}
        value={value.audience ?? null}
        options={audiences.map((one) => ({ value: one, label: t(`contactField.visibleTo.${one}`) }))}
        onChange={(audience?: Audience) => onChange({ ...value, audience })}
      />
      <Select<SearchWay>
        allowClear
        aria-label={t('contactField.field.searchable')}
        placeholder={t('contactField.field.searchable')}
        value={value.search ?? null}
        options={searchWays.map((one) => ({ value: one, label: t(`contactField.searchable.${one}`) }))}
        onChange={(search?: SearchWay) => onChange({ ...value, search })}
      />
    </>
  );
}
