import { Checkbox, Select } from 'antd';
import type { ReactElement } from 'react';
import { useT } from '#kit/console/i18n/use-t.ts';
import { useRead } from '#kit/console/page/query.ts';
import { ipGroup } from '#modules/address-groups/common/ip-group.contract.ts';
import { anyDevice, type DeviceCondition } from '../../common/rule-fields.ts';
import { deviceForms, deviceOwnerships } from '../../common/words.ts';
import './file-security.css';

interface InputProps<V> {
  value?: V;
  onChange?: (value: V) => void;
  disabled?: boolean;
  id?: string;
}

/** What a rule asks of the device; nothing ticked means every device. */
export function DeviceInput({ value = anyDevice, onChange, disabled = false, id }: InputProps<DeviceCondition>): ReactElement {
  const t = useT('file-security');
  const change = (part: Partial<DeviceCondition>): void => onChange?.({ ...value, ...part });
  return (
    <div id={id} className="fs-lines">
      <Checkbox.Group
        aria-label={t('device.ownership')}
        disabled={disabled}
        value={value.ownership}
        options={deviceOwnerships.map((one) => ({ value: one, label: t(`device.ownership.${one}`) }))}
        onChange={(ownership) => change({ ownership })}
      />
      <Checkbox.Group
        aria-label={t('device.formFactor')}
        disabled={disabled}
        value={value.formFactor}
        options={deviceForms.map((one) => ({ value: one, label: t(`device.formFactor.${one}`) }))}
        onChange={(formFactor) => change({ formFactor })}
      />
      <div>
        <Checkbox disabled={disabled} checked={value.boundOnly} onChange={({ target }) => change({ boundOnly: target.checked })}>
          {t('device.boundOnly')}
        </Checkbox>
        <Checkbox disabled={disabled} checked={value.hardwareKey} onChange={({ target }) => change({ hardwareKey: target.checked })}>
          {t('device.hardwareKey')}
        </Checkbox>
      </div>
      <label>
        {t('device.compliant')}{' '}
        <Select
          aria-label={t('device.compliant')}
          className="fs-short"
          disabled={disabled}
          value={String(value.compliant) as 'null' | 'true' | 'false'}
          options={(['null', 'true', 'false'] as const).map((one) => ({ value: one, label: t(`device.compliant.${one}`) }))}
          onChange={(one) => change({ compliant: one === 'null' ? null : one === 'true' })}
        />
      </label>
    </div>
  );
}

/** Some groups of addresses. */
export function GroupsInput({ value = [], onChange, disabled = false, id }: InputProps<readonly string[]>): ReactElement {
  const { data } = useRead(ipGroup.list, { pageSize: 200 });
  return (
    <Select<string[]>
      {...(id !== undefined && { id })}
      mode="multiple"
      optionFilterProp="label"
      disabled={disabled}
      value={[...value]}
      options={(data?.list ?? []).map((group) => ({ value: group.id, label: group.name }))}
      onChange={(chosen) => onChange?.(chosen)}
    />
  );
}
