import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { Button, Select } from 'antd';
import type { ReactElement } from 'react';
import { useT } from '#kit/console/i18n/use-t.ts';
import type { FieldOverride } from '../../common/special.contract.ts';
import { openFields, type FieldKey } from '../../common/words.ts';
import { useFieldNames } from '../components/field-names.ts';

const shows = ['hidden', 'none', 'middle', 'all'] as const;
type Show = (typeof shows)[number];

const showOf = ({ show, mask }: FieldOverride): Show => (show ? mask : 'hidden');
const overrideOf = (fieldKey: FieldKey, how: Show): FieldOverride => ({
  fieldKey,
  show: how !== 'hidden',
  mask: how === 'hidden' ? 'none' : how,
});

interface OverridesInputProps {
  id?: string;
  value?: readonly FieldOverride[];
  onChange?: (value: FieldOverride[]) => void;
}

/** Fields that are shown otherwise than to everybody; those that are not named stay as they are. */
export function OverridesInput({ id, value = [], onChange }: OverridesInputProps): ReactElement {
  const t = useT('contacts');
  const { keys, nameOf } = useFieldNames();
  // Whoever is seen is seen with the open ones.
  const free = keys.filter((key) => !openFields.includes(key) && !value.some(({ fieldKey }) => fieldKey === key));
  const set = (at: number, next: FieldOverride): void => onChange?.(value.map((one, place) => (place === at ? next : one)));
  const [first] = free;
  return (
    <div id={id} className="contacts-rows">
      {value.map((one, at) => (
        <div key={one.fieldKey} className="contacts-row" role="group" aria-label={nameOf(one.fieldKey)}>
          <Select<FieldKey>
            aria-label={t('conflict.field')}
            value={one.fieldKey}
            options={[one.fieldKey, ...free].map((key) => ({ value: key, label: nameOf(key) }))}
            onChange={(key) => set(at, { ...one, fieldKey: key })}
          />
          <Select<Show>
            aria-label={t('special.shown')}
            value={showOf(one)}
            options={shows.map((how) => ({ value: how, label: t(`special.show.${how}`) }))}
            onChange={(how) => set(at, overrideOf(one.fieldKey, how))}
          />
          <Button
            type="text"
            icon={<DeleteOutlined aria-hidden="true" />}
            aria-label={t('special.removeField', { name: nameOf(one.fieldKey) })}
            onClick={() => onChange?.(value.filter((_, place) => place !== at))}
          />
        </div>
      ))}
      {first && (
        <Button icon={<PlusOutlined aria-hidden="true" />} onClick={() => onChange?.([...value, overrideOf(first, 'hidden')])}>
          {t('special.addField')}
        </Button>
      )}
    </div>
  );
}

interface ExceptionsInputProps {
  id?: string;
  value?: { kind: 'general' | 'fields'; fields: readonly FieldOverride[] };
  onChange?: (value: { kind: 'general' | 'fields'; fields: readonly FieldOverride[] }) => void;
}

/** What exceptions see: what everybody sees of anybody, or fields of their own. */
export function ExceptionsInput({ id, value = { kind: 'general', fields: [] }, onChange }: ExceptionsInputProps): ReactElement {
  const t = useT('contacts');
  return (
    <div id={id} className="contacts-rows">
      <Select<'general' | 'fields'>
        aria-label={t('cpdRole.field.exceptionsSee')}
        value={value.kind}
        options={(['general', 'fields'] as const).map((kind) => ({ value: kind, label: t(`special.see.${kind}`) }))}
        onChange={(kind) => onChange?.({ kind, fields: kind === 'general' ? [] : value.fields })}
      />
      {value.kind === 'fields' && <OverridesInput value={value.fields} onChange={(fields) => onChange?.({ kind: 'fields', fields })} />}
    </div>
  );
}
