import { Tag } from 'antd';
import type { ReactElement } from 'react';
import { useT } from '#kit/console/i18n/use-t.ts';
import type { CheckName, DeviceState } from '../../common/device-words.ts';

const colours: Partial<Record<DeviceState, string>> = {
  bound: 'success',
  pendingApproval: 'processing',
  locked: 'warning',
  blocked: 'error',
  eraseRequested: 'warning',
  eraseFailed: 'error',
};

/** How a device stands. */
export function DeviceTag({ state }: { state: DeviceState }): ReactElement {
  const t = useT('devices');
  return <Tag color={colours[state] ?? 'default'}>{t(`device.state.${state}`)}</Tag>;
}

/** Whether a device is as its rule wants it, and what is not. */
export function Compliance({ compliant, failing }: { compliant: boolean; failing: readonly string[] }): ReactElement {
  const t = useT('devices');
  if (compliant) return <Tag color="success">{t('device.compliant.true')}</Tag>;
  return (
    <span title={failing.map((one) => t(`check.${one as CheckName}`)).join(' · ')}>
      <Tag color="error">{t('device.compliant.false')}</Tag>
      <small className="devices-line">{failing.map((one) => t(`check.${one as CheckName}`)).join(' · ')}</small>
    </span>
  );
}
