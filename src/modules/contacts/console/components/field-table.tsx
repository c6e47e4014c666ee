import { ArrowDownOutlined, ArrowUpOutlined } from '@ant-design/icons';
import { Button, Tag } from 'antd';
import type { ReactElement } from 'react';
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

/** The fields in the order in which they are shown. */
export function FieldTable({ fields, factsOf, disabled, filtered, onOpen, onMove }: FieldTableProps): ReactElement {
  const t = useT('contacts');
  return (
    <div className="whk-scroll">
      <table className="contacts-fields">
        <thead>
          <tr>
            <th scope="col">{t('contactField.field.fieldKey')}</th>
            <th scope="col">{t('contactField.field.places')}</th>
            <th scope="col">{t('contactField.field.visibleTo')}</th>
            <th scope="col">{t('contactField.field.mask')}</th>
            <th scope="col">{t('contactField.field.searchable')}</th>
            <th scope="col">{t('contactField.field.order')}</th>
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
                  {facts?.sensitive && <Tag color="gold">{t('contactField.sensitive')}</Tag>}
                  {facts?.owner && <Tag>{t('contactField.owner', { name: facts.owner })}</Tag>}
                </th>
                <td>{field.places.map((place) => t(`contactField.places.${place}`)).join(t('range.and'))}</td>
                <td>{field.visibleTo.map((one) => t(`contactField.visibleTo.${one}`)).join(t('range.and'))}</td>
                <td>
                  <WhenText field={field} />
                </td>
                <td>{t(`contactField.searchable.${field.searchable}`)}</td>
                <td className="contacts-moves">
                  <Button
                    type="text"
                    size="small"
                    disabled={disabled || filtered || at === 0}
                    icon={<ArrowUpOutlined aria-hidden="true" />}
                    aria-label={t('contactField.up', { name })}
                    onClick={() => onMove(field, -1)}
                  />
                  <Button
                    type="text"
                    size="small"
                    disabled={disabled || filtered || at === fields.length - 1}
                    icon={<ArrowDownOutlined aria-hidden="true" />}
                    aria-label={t('contactField.down', { name })}
                    onClick={() => onMove(field, 1)}
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
