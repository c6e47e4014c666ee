import { Select } from 'antd';
import { useState, type ReactElement } from 'react';
import { useT } from '#kit/console/i18n/use-t.ts';
import { useRead } from '#kit/console/page/query.ts';
import { deviceList } from '../../common/device.contract.ts';

/** Finds one device by name, model, identifier or person. */
export function DeviceSearch({ value, onChange }: { value: string | null; onChange: (id: string | undefined) => void }): ReactElement {
  const t = useT('devices');
  const [text, setText] = useState('');
  const { data } = useRead(deviceList, { text, pageSize: 20 });
  const options = (data?.list ?? []).map(({ id, name, model, people }) => ({
    value: id,
    label: [name, model, ...people.map((one) => one.name)].filter(Boolean).join(' · '),
  }));
  return (
    <label htmlFor="device-search">
      {t('device.search')}
      <Select
        id="device-search"
        className="devices-search"
        showSearch={{ filterOption: false, onSearch: setText }}
        allowClear
        value={options.some((one) => one.value === value) ? value : null}
        options={options}
        onChange={(one: string | null | undefined) => onChange(one ?? undefined)}
      />
    </label>
  );
}
