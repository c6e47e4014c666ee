import { Tag } from 'antd';
import type { ReactElement } from 'react';
import { useT } from '#kit/console/i18n/use-t.ts';
import type { Column } from '#kit/console/table/column.ts';
import type { BindingRow } from '../../common/binding.contract.ts';
import type { bindingSubject } from '../subjects.ts';
import { Compliance, DeviceTag } from './device-words.tsx';

type Columns = readonly Column<BindingRow, typeof bindingSubject>[];
const tones = {
  pending: 'processing',
  bound: 'success',
  rejected: 'error',
  expired: 'default',
  withdrawn: 'default',
  unbound: 'default',
} as const;

function BindingTag({ row }: { row: BindingRow }): ReactElement {
  const t = useT('devices');
  return <Tag color={tones[row.state]}>{t(`deviceBinding.state.${row.state}`)}</Tag>;
}

/** The device of a binding, marked where it is the first of its person's. */
function DeviceName({ row }: { row: BindingRow }): ReactElement {
  const t = useT('devices');
  return (
    <>
      {row.deviceName} {row.primary && row.state === 'bound' && <Tag>{t('deviceBinding.field.primary')}</Tag>}
    </>
  );
}

const unless = (hidden: boolean): { optional?: true } => (hidden ? { optional: true } : {});

/** Columns of bindings, for the help desk: of requests why they wait and from where, of others since when and how. */
export const bindingColumns = (state: 'pending' | 'bound' | undefined): Columns => [
  { name: 'name', sortable: false, wrap: true, width: 120 },
  { name: 'departmentName', sortable: false, wrap: true, width: 110 },
  { name: 'deviceName', sortable: false, wrap: true, width: 140, cell: (row) => <DeviceName row={row} /> },
  { name: 'platform', as: 'enum', sortable: false, width: 100 },
  { name: 'state', sortable: false, width: 110, cell: (row) => <BindingTag row={row} />, ...unless(state !== undefined) },
  { name: 'whyPending', as: 'enum', sortable: false, width: 130, ...unless(state !== 'pending') },
  { name: 'requestedAt', as: 'time', width: 150, ...unless(state === 'bound') },
  { name: 'requestReason', sortable: false, wrap: true, width: 120, ...unless(state !== 'pending') },
  { name: 'requestAddress', as: 'code', sortable: false, ...unless(state !== 'pending') },
  { name: 'origin', as: 'enum', sortable: false, ...unless(state === 'pending') },
  { name: 'boundAt', as: 'time', width: 150, ...unless(state === 'pending') },
  { name: 'decidedByName', sortable: false, optional: true },
  { name: 'lastSeenAt', as: 'time', width: 150, ...unless(state !== 'bound') },
  { name: 'ruleName', sortable: false, optional: true },
  { name: 'expiresAt', as: 'time', sortable: false, optional: true },
];

/** Columns of people and their equipment, for the security desk. */
export const equipmentColumns: Columns = [
  { name: 'name', sortable: false, width: 130 },
  { name: 'departmentName', sortable: false },
  { name: 'deviceName', sortable: false, width: 160 },
  { name: 'platform', as: 'enum', sortable: false, width: 100 },
  { name: 'compliant', sortable: false, width: 130, cell: (row) => <Compliance compliant={row.compliant} failing={row.failing} /> },
  { name: 'deviceState', sortable: false, width: 120, cell: (row) => <DeviceTag state={row.deviceState} /> },
  { name: 'lastSeenAt', as: 'time', width: 150 },
  { name: 'boundAt', as: 'time', width: 150, optional: true },
];
