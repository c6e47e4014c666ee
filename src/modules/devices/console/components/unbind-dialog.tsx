import { Radio } from 'antd';
import type { ReactElement } from 'react';
import { fieldsOf } from '#kit/console/form/fields-of.tsx';
import { FormDialog } from '#kit/console/form/form-dialog.tsx';
import { useT } from '#kit/console/i18n/use-t.ts';
import { useRead } from '#kit/console/page/query.ts';
import { bindingDelete, type BindingRow } from '../../common/binding.contract.ts';
import { unbindEraseGet } from '../../common/settings.contract.ts';
import { deviceReadings, eraseReadings } from '../readings.ts';
import { useOrdered } from './use-ordered.tsx';

const F = fieldsOf(bindingDelete.input);

/** Unbinds devices from people: why, and whether the company's data goes too. */
export function UnbindDialog({ rows, onClose }: { rows: readonly BindingRow[]; onClose: () => void }): ReactElement {
  const t = useT('devices');
  const tell = useOrdered();
  return (
    <FormDialog
      endpoint={bindingDelete}
      initial={{ reason: '' }}
      input={({ reason, erase }) => ({
        ids: rows.map(({ id }) => id),
        ...(typeof reason === 'string' && reason.trim() !== '' && { reason: reason.trim() }),
        ...(erase === 1 && { erase: 1 as const }),
        ...(erase === 0 && { erase: 0 as const }),
      })}
      title={t('unbind.title', { count: rows.length })}
      invalidates={[...deviceReadings, ...eraseReadings]}
      onSaved={({ eraseOrderId }) => eraseOrderId !== null && tell({ id: eraseOrderId })}
      onClose={onClose}
    >
      <p className="whk-wide">{rows.map(({ name, deviceName }) => `${name} · ${deviceName}`).join(', ')}</p>
      <F.reason label={t('field.reason')} />
      <F.erase label={t('unbind.erase')} help={t('unbind.eraseHint')} wide>
        <WhatOfData />
      </F.erase>
    </FormDialog>
  );
}

interface ChoiceProps {
  id?: string;
  value?: 0 | 1;
  onChange?: (value: 0 | 1 | undefined) => void;
}

function WhatOfData({ id, value, onChange }: ChoiceProps): ReactElement {
  const t = useT('devices');
  const { data } = useRead(unbindEraseGet, {});
  const usual = data === undefined ? t('unbind.asSet') : t(data.value === 1 ? 'unbind.asSetErase' : 'unbind.asSetKeep');
  return (
    <Radio.Group
      {...(id !== undefined && { id })}
      className="devices-choices"
      value={value ?? 'setting'}
      options={[
        { value: 'setting', label: usual },
        { value: 1, label: t('unbind.eraseNow') },
        { value: 0, label: t('unbind.keep') },
      ]}
      onChange={({ target }) => onChange?.(target.value === 0 || target.value === 1 ? target.value : undefined)}
    />
  );
}
