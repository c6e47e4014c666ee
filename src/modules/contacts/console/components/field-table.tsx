import { Tag } from 'antd';
import type { ReactElement } from 'react';
import { UpDown } from '#kit/console/action/up-down.tsx';
import { useT } from '#kit/console/i18n/use-t.ts';
import { WhenText } from './field-words.tsx';
import type { ContactField } from '../../common/field.contract.ts';
import type { FieldFacts } from './field-drawer.tsx';

interface FieldTableProps {
  fields: readonly ContactField[];
  factsOf: (field: ContactField) => FieldFacts | undefined;
  disabled: boolean;
  /** Only a part is shown: its order says nothing. */
  filtered: boolean;
  onOpen: (field: ContactField) => void;
  onMove: (field: ContactField, by: -1 | 1) => void;
}

/** What else terminals do with a field, and employees. */
const traitsOf = ({ action, filterable, copyable, editableBySelf }: ContactField, t: ReturnType<typeof useT<'contacts'>>): string[] => [
  ...(action === 'none' ? [] : [t(`contactField.action.${action}`)]),
  ...(filterable ? [t('contactField.field.filterable')] : []),
  ...(copyable ? [] : [t('contactField.notCopied')]),
  ...(editableBySelf ? [t('contactField.field.editableBySelf')] : []),
];

/** The fields in the order in which they are shown. */
export function FieldTable({ fields, factsOf, disabled, filtered, onOpen, onMove }: FieldTableProps): ReactElement {
  const t = useT('contacts');
  return (
    <div className="whk-scroll">
      <table className="contacts-fields whk-stacked">
        <thead>
          <tr>
            <th scope="col">{t('conflict.field')}</th>
            <th scope="col">{t('contactField.field.places')}</th>
            <th scope="col">{t('contactField.field.visibleTo')}</th>
            <th scope="col">{t('contactField.field.mask')}</th>
            <th scope="col">{t('contactField.field.searchable')}</th>
            <th scope="col">{t('contactField.more')}</th>
            <th scope="col">{t('field.order')}</th>
          </tr>
        </thead>
        <tbody>
          {fields.map((field, at) => {
            const facts = factsOf(field);
            const name = facts?.name ?? field.fieldKey;
            return (
              <tr key={field.fieldKey}>
                <th scope="row">
                  <button type="button" className="contacts-link" disabled={disabled} onClick={() => onOpen(field)}>
                    {name}
                  </button>{' '}
                  {facts && <small className="contacts-soft">{t(`contactField.type.${facts.type}`)}</small>}{' '}
                  {facts?.sensitive && <Tag color="gold">{t('contactField.sensitive')}</Tag>}
                  {facts?.owner && <Tag>{t('contactField.owner', { name: facts.owner })}</Tag>}
                </th>
                <td data-label={t('contactField.field.places')}>
                  {field.places.map((place) => t(`contactField.places.${place}`)).join(t('range.and'))}
                </td>
                <td data-label={t('contactField.field.visibleTo')}>
                  {field.visibleTo.map((one) => t(`contactField.visibleTo.${one}`)).join(t('range.and'))}
                </td>
                <td data-label={t('contactField.field.mask')}>
                  <WhenText field={field} />
                </td>
                <td data-label={t('contactField.field.searchable')}>{t(`contactField.searchable.${field.searchable}`)}</td>
                <td data-label={t('contactField.more')}>{traitsOf(field, t).join(t('range.and')) || '—'}</td>
                <td className="contacts-moves" data-label={t('field.order')}>
                  <UpDown
                    name={name}
                    up={disabled || filtered || at === 0 ? undefined : () => onMove(field, -1)}
                    down={disabled || filtered || at === fields.length - 1 ? undefined : () => onMove(field, 1)}
                  />
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
