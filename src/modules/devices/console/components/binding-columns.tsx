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

/** Columns of bindings, for the help desk. */
export const bindingColumns: Columns = [
  { name: 'name', sortable: false, width: 130 },
  { name: 'departmentName', sortable: false },
  { name: 'deviceName', sortable: false, width: 160 },
  { name: 'platform', as: 'enum', sortable: false, width: 100 },
  { name: 'state', sortable: false, width: 110, cell: (row) => <BindingTag row={row} /> },
  { name: 'whyPending', as: 'enum', sortable: false, width: 130 },
  { name: 'requestedAt', as: 'time', width: 150 },
  { name: 'requestReason', sortable: false, optional: true },
  { name: 'requestAddress', as: 'code', sortable: false },
  { name: 'decidedByName', sortable: false, optional: true },
  { name: 'ruleName', sortable: false, optional: true },
  { name: 'expiresAt', as: 'time', sortable: false, optional: true },
];

/** Columns of people and their equipment, for the security desk. */
export const equipmentColumns: Columns = [
  { name: 'name', sortable: false, width: 130 },
  { name: 'departmentName', sortable: false },
  { name: 'deviceName', sortable: false, width: 160 },
  { name: 'platform', as: 'enum', sortable: false, width: 100 },
  { name: 'compliant', sortable: false, cell: (row) => <Compliance compliant={row.compliant} failing={row.failing} /> },
  { name: 'deviceState', sortable: false, width: 150, cell: (row) => <DeviceTag state={row.deviceState} /> },
  { name: 'lastSeenAt', as: 'time', width: 150 },
  { name: 'boundAt', as: 'time', width: 150, optional: true },
];
