import type { ReactElement } from 'react';
import { Select } from 'antd';
import { entityFields } from '#kit/console/form/entity-fields.tsx';
import { CrudPanel } from '#kit/console/crud/crud-panel.tsx';
import { useRead } from '#kit/console/page/query.ts';
import { later } from '#kit/console/shell/later.tsx';
import { apiInterface } from '#modules/access/common/interface.contract.ts';
import { attachSystem } from '../common/attach.contract.ts';

const AttachDetail = later('attach-trial', async () => (await import('./components/attach-trial.tsx')).AttachDetail);

const F = entityFields(attachSystem);

/** Systems whose attachments are shown as pages. */
export default function AttachPage(): ReactElement {
  return (
    <CrudPanel
      entity={attachSystem}
      columns={[
        'name',
        { name: 'code', as: 'code', width: 140 },
        { name: 'fetchName', width: 180 },
        { name: 'rightsName', width: 180 },
        'ownerDeptId',
        'enabled',
      ]}
      facts={(row) => <AttachDetail system={row} />}
      form={
        <>
          <F.name />
          <F.code />
          <F.ownerDeptId />
          <F.fetchInterfaceId>
            <InterfaceSelect />
          </F.fetchInterfaceId>
          <F.idParam />
          <F.rightsInterfaceId>
            <InterfaceSelect />
          </F.rightsInterfaceId>
          <F.maxSize />
          <F.description wide as="area" />
        </>
      }
    />
  );
}

interface InterfaceSelectProps {
  value?: string | null;
  onChange?: (id: string | null) => void;
  id?: string;
}

/** Interfaces by name. */
function InterfaceSelect({ value, onChange, id }: InterfaceSelectProps): ReactElement {
  const { data } = useRead(apiInterface.list, { pageSize: 500 });
  return (
    <Select
      {...(id !== undefined && { id })}
      allowClear
      showSearch={{ optionFilterProp: 'label' }}
      value={value ?? null}
      options={(data?.list ?? []).map((one) => ({ value: one.id, label: one.name }))}
      onChange={(next: string | undefined) => onChange?.(next ?? null)}
    />
  );
}
