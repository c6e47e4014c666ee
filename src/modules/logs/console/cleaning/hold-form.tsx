import { Select } from 'antd';
import type { ReactElement } from 'react';
import { DrawerForm } from '#kit/console/form/drawer-form.tsx';
import { fieldsOf } from '#kit/console/form/fields-of.tsx';
import { useT } from '#kit/console/i18n/use-t.ts';
import { useRead } from '#kit/console/page/query.ts';
import { EmployeePicker } from '#kit/console/pickers/pickers.tsx';
import { clearConfigList } from '../../common/cleaning/clear.contract.ts';
import { holdAdd, HoldDraft, holdGet, holdList, holdUpdate, type HoldView } from '../../common/cleaning/hold.contract.ts';
import { hold } from './cleaning.subjects.ts';

const F = fieldsOf(HoldDraft);

interface HoldFormProps {
  row?: HoldView;
  /** Whom and what a new one is about, where a row of a log led here. */
  about?: Pick<HoldView, 'employeeIds' | 'objectIds' | 'addresses'>;
  onClose: () => void;
}

/** A new hold, or the change of one that a second person will be asked about. */
export function HoldForm({ row, about: whom, onClose }: HoldFormProps): ReactElement {
  const t = useT('logs');
  const fields = (
    <>
      <F.name />
      <F.reason as="area" />
      <F.kinds>
        <KindSelect />
      </F.kinds>
      <F.employeeIds>
        <EmployeePicker multiple />
      </F.employeeIds>
      <F.objectIds as="tags" />
      <F.addresses as="tags" />
      <F.from as="time" />
      <F.to as="time" />
      <F.until as="time" />
    </>
  );
  const about = { subject: hold, invalidates: [holdList, holdGet], onClose };
  if (!row)
    return (
      <DrawerForm
        endpoint={holdAdd}
        title={t('hold.add')}
        initial={{ kinds: [], employeeIds: [], objectIds: [], addresses: [], ...whom }}
        {...about}
      >
        {fields}
      </DrawerForm>
    );
  const { id, version, name, reason, kinds, employeeIds, objectIds, addresses, from, to, until } = row;
  return (
    <DrawerForm
      endpoint={holdUpdate}
      title={row.name}
      initial={{ name, reason, kinds, employeeIds, objectIds, addresses, from, to, until }}
      target={{ id, version }}
      {...about}
    >
      {fields}
    </DrawerForm>
  );
}

interface KindSelectProps {
  id?: string;
  value?: string[];
  onChange?: (value: string[]) => void;
}

function KindSelect({ id, value, onChange }: KindSelectProps): ReactElement {
  const { data } = useRead(clearConfigList, { pageSize: 100 });
  const options = (data?.list ?? []).map((one) => ({ value: one.kind, label: one.name }));
  return (
    <Select
      {...(id !== undefined && { id })}
      mode="multiple"
      value={value ?? []}
      options={options}
      onChange={(next: string[]) => onChange?.(next)}
    />
  );
}
