import { Modal } from 'antd';
import { useState, type ReactElement } from 'react';
import { useActionName } from '#kit/console/action/action-button.tsx';
import { useOff } from '#kit/console/action/off-button.tsx';
import { useSave } from '#kit/console/form/use-save.ts';
import { useT } from '#kit/console/i18n/use-t.ts';
import { safeDevice, safeMatch, type SafeDeviceRow } from '../../common/safe.contract.ts';
import { DeviceSearch } from './device-search.tsx';
import './devices.css';

/** Dialog that assigns a piece of equipment to an enrolled device. */
export function MatchDialog({ row, onClose }: { row: SafeDeviceRow; onClose: () => void }): ReactElement {
  const off = useOff();
  const t = useT('devices');
  const { name } = useActionName(safeMatch);
  const [deviceId, setDeviceId] = useState<string>();
  const { save, saving } = useSave(safeMatch, { invalidates: [safeDevice.list, safeDevice.get], onSaved: onClose, onHeld: onClose });
  return (
    <Modal
      open
      title={t('safeDevice.matchTitle', { name: row.name })}
      okText={name}
      cancelText={t('form.cancel')}
      okButtonProps={{ loading: saving, ...off(deviceId === undefined && 'choice') }}
      onOk={() => deviceId !== undefined && void save({ id: row.id, deviceId })}
      onCancel={onClose}
    >
      <div className="devices-form">
        <DeviceSearch value={deviceId ?? null} onChange={setDeviceId} />
      </div>
      <p className="devices-soft">{t('safeDevice.matchHint')}</p>
    </Modal>
  );
}
