import { Select } from 'antd';
import type { ReactElement } from 'react';
import { useRead } from '#kit/console/page/query.ts';
import { apiInterface } from '#modules/access/common/interface.contract.ts';
import { accessSystem } from '#modules/access/common/system.contract.ts';

interface SelectProps {
  readonly value?: string | null;
  readonly onChange?: (id: string | null) => void;
  readonly id?: string;
}

/** Chooses an interface of the access service. */
export function InterfaceSelect({ value, onChange, id }: SelectProps): ReactElement {
  const { data } = useRead(apiInterface.list, { pageSize: 500 });
  return <Chosen id={id} value={value} onChange={onChange} rows={data?.list ?? []} />;
}

/** Chooses an access system. */
export function AccessSystemSelect({ value, onChange, id }: SelectProps): ReactElement {
  const { data } = useRead(accessSystem.list, { pageSize: 500 });
  return <Chosen id={id} value={value} onChange={onChange} rows={data?.list ?? []} />;
}

interface ChosenProps {
  readonly id: string | undefined;
  readonly value: string | null | undefined;
  readonly onChange: ((id: string | null) => void) | undefined;
  readonly rows: readonly { readonly id: string; readonly name: string }[];
}

function Chosen({ id, value, onChange, rows }: ChosenProps): ReactElement {
  return (
    <Select<string>
      {...(id !== undefined && { id })}
      allowClear
      showSearch={{ optionFilterProp: 'label' }}
      value={value ?? null}
      options={rows.map((one) => ({ value: one.id, label: one.name }))}
      onChange={(next: string | undefined) => onChange?.(next ?? null)}
    />
  );
}
