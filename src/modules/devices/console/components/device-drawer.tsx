import { Tag } from 'antd';
import type { ReactElement, ReactNode } from 'react';
import { Link, useSearchParams } from 'react-router';
import { HistoryTab } from '#kit/console/change/history-tab.tsx';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import { DetailDrawer } from '#kit/console/page/detail-drawer.tsx';
import type { DetailTab } from '#kit/console/tabs/detail-tabs.tsx';
import { Facts, type Fact } from '#kit/console/page/facts.tsx';
import { useRead } from '#kit/console/page/query.ts';
import { timeText } from '#kit/console/table/formats.ts';
import { deviceGet, deviceRefusals, type DeviceDetail } from '../../common/device.contract.ts';
import { capabilities } from '../../common/device-words.ts';
import { deviceSubject } from '../subjects.ts';
import { Commands } from './device-commands.tsx';
import { Identifiers } from './device-identifiers.tsx';
import { Posture } from './device-posture.tsx';
import { DeviceTag } from './device-words.tsx';
import './devices.css';

const facts: readonly Fact<DeviceDetail>[] = [
  { name: 'state', show: (row) => <DeviceTag state={row.state} /> },
  { name: 'stateSince', as: 'time' },
  { name: 'lockReason' },
  { name: 'platform', as: 'enum' },
  { name: 'formFactor', as: 'enum' },
  { name: 'vendor' },
  { name: 'model' },
  { name: 'systemVersion' },
  { name: 'patchLevel' },
  { name: 'terminalVersion' },
  { name: 'ownership', as: 'enum' },
  { name: 'equipment' },
  { name: 'assetNo' },
  { name: 'departmentName' },
  { name: 'keyThumbprint', as: 'code' },
  { name: 'keyStorage', as: 'enum' },
  { name: 'attestation', as: 'enum' },
  { name: 'capabilities', show: (row) => <Capabilities row={row} /> },
  { name: 'createdAt', as: 'time' },
  { name: 'lastSeenAt', as: 'time' },
  { name: 'lastAddress', as: 'code' },
  { name: 'identifiers', show: (row) => <Identifiers row={row} /> },
  { name: 'remark' },
];

function Capabilities({ row }: { row: DeviceDetail }): ReactElement {
  const t = useT('devices');
  return <>{capabilities.flatMap((one) => (row.capabilities.includes(one) ? [t(`command.${one}`)] : [])).join(' · ')}</>;
}

/** The tabs of one device: what it is, who uses it, how it is, what it was told, what was refused, its history. */
export function useDeviceTabs(): (row: DeviceDetail) => readonly DetailTab[] {
  const t = useT('devices');
  return (row) => [
    { key: 'profile', label: t('tab.profile'), children: <Facts row={row} facts={facts} /> },
    { key: 'people', label: t('home.figure.people'), children: <People row={row} /> },
    { key: 'posture', label: t('tab.posture'), children: <Posture row={row} /> },
    { key: 'commands', label: t('tab.commands'), children: <Commands deviceId={row.id} /> },
    { key: 'signIns', label: t('tab.signIns'), children: <Refusals deviceId={row.id} /> },
    { key: 'history', label: t('tab.history'), children: <HistoryTab subject={deviceSubject} kind="device" objectId={row.id} /> },
  ];
}

interface DeviceDrawerProps {
  id: string;
  actions?: (row: DeviceDetail) => ReactNode;
  onClose: () => void;
}

/** One device in a drawer. */
export function DeviceDrawer({ id, actions, onClose }: DeviceDrawerProps): ReactElement {
  const read = useRead(deviceGet, { id });
  const tabs = useDeviceTabs();
  return (
    <DetailDrawer<DeviceDetail>
      subject={deviceSubject}
      read={read}
      title={(row) => row.name}
      {...(actions && { actions })}
      tabs={tabs}
      onClose={onClose}
    />
  );
}

function People({ row }: { row: DeviceDetail }): ReactElement {
  const t = useT('devices');
  const [language] = useLanguage();
  if (row.bindings.length === 0) return <p>{t('deviceBinding.empty')}</p>;
  return (
    <table className="whk-stacked devices-table">
      <thead>
        <tr>
          <th>{t('deviceBinding.field.name')}</th>
          <th>{t('field.state')}</th>
          <th>{t('deviceBinding.field.boundAt')}</th>
        </tr>
      </thead>
      <tbody>
        {row.bindings.map((one) => (
          <tr key={one.id}>
            <td data-label={t('deviceBinding.field.name')}>
              {one.name} {one.primary && <Tag>{t('deviceBinding.field.primary')}</Tag>}
            </td>
            <td data-label={t('field.state')}>{t(`deviceBinding.state.${one.state}`)}</td>
            <td data-label={t('deviceBinding.field.boundAt')}>
              {timeText(one.boundAt ?? one.requestedAt, language)}
              {one.unboundAt !== null && ` – ${timeText(one.unboundAt, language)}`}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Refusals of a device or a person; each opens its steps. */
export function Refusals(of: { deviceId: string } | { empId: string }): ReactElement {
  const t = useT('devices');
  const [language] = useLanguage();
  const [search] = useSearchParams();
  const { data } = useRead(deviceRefusals, of);
  // Whoever closes the steps again is where they came from.
  const opens = (ref: string): string => {
    const next = new URLSearchParams(search);
    next.set('view', 'check');
    next.set('ref', ref);
    return `?${next}`;
  };
  if (!data || data.list.length === 0) return <p>{t('refusals.none')}</p>;
  return (
    <ol className="devices-steps devices-refusals">
      {data.list.map((one) => (
        <li key={one.ref}>
          <span>{one.step}</span>
          <span>{timeText(one.at, language)}</span>
          <span>
            <strong>{t(`reason.${one.code as 18031}`)}</strong> {[one.address, one.ruleName].filter(Boolean).join(' · ')}{' '}
            <Link to={opens(one.ref)} preventScrollReset>
              {one.ref}
            </Link>
          </span>
        </li>
      ))}
    </ol>
  );
}
