import { Select } from 'antd';
import type { ReactElement } from 'react';
import { entityFields } from '#kit/console/form/entity-fields.tsx';
import { useRead } from '#kit/console/page/query.ts';
import { ipDetail } from '../../common/ip-detail.contract.ts';
import { ipGroup } from '../../common/ip-group.contract.ts';

const F = entityFields(ipDetail);

/** A row of a group: the form of its address, the address, and in which group. */
export function DetailForm(): ReactElement {
  return (
    <>
      <F.kind />
      <F.value />
      <F.groupId>
        <GroupInput />
      </F.groupId>
      <F.remark />
    </>
  );
}

function GroupInput({ id, value, onChange }: { id?: string; value?: string; onChange?: (id: string) => void }): ReactElement {
  const { data } = useRead(ipGroup.list, { pageSize: 200 });
  return (
    <Select
      {...(id !== undefined && { id })}
      {...(value && { value })}
      options={(data?.list ?? []).map((one) => ({ value: one.id, label: one.name }))}
      onChange={(chosen: string) => onChange?.(chosen)}
    />
  );
}
