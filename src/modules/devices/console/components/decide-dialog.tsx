import { Input, Modal, Select } from 'antd';
import { useState, type ReactElement } from 'react';
import { useOff } from '#kit/console/action/off-button.tsx';
import { useSave } from '#kit/console/form/use-save.ts';
import { useT } from '#kit/console/i18n/use-t.ts';
import { useRead } from '#kit/console/page/query.ts';
import { bindingList, bindingUpdate } from '../../common/binding.contract.ts';
import { deviceReadings } from '../readings.ts';
import type { Deciding } from './deciding.ts';
import './devices.css';

/** Approves, rejects, or approves in the place of the device that the person gives up. */
export function DecideDialog({ action, rows, onClose }: Deciding & { onClose: () => void }): ReactElement {
  const off = useOff();
  const t = useT('devices');
  const [reason, setReason] = useState('');
  const [old, setOld] = useState<string>();
  const { save, saving } = useSave(bindingUpdate, { invalidates: deviceReadings, onSaved: onClose, onHeld: onClose });
  const ready = action === 'approve' || (action === 'reject' ? reason.trim() !== '' : old !== undefined);
  const send = () =>
    void save({
      ids: rows.map(({ id }) => id),
      action,
      ...(reason.trim() !== '' && { reason: reason.trim() }),
      ...(action === 'replace' && old !== undefined && { oldBindingId: old }),
    });
  return (
    <Modal
      open
      title={t(`decide.${action}`)}
      okText={t(`decide.${action}`)}
      cancelText={t('form.cancel')}
      okButtonProps={{ loading: saving, ...off(!ready && 'fields'), danger: action === 'reject' }}
      onOk={send}
      onCancel={onClose}
    >
      <p>{rows.map(({ name, deviceName }) => `${name} · ${deviceName}`).join(', ')}</p>
      <div className="devices-form">
        {action === 'replace' && rows[0] && <OldDevice empId={rows[0].employeeId} value={old} onChange={setOld} />}
        <label>
          {t('decide.reason')}
          <Input.TextArea maxLength={500} value={reason} onChange={(event) => setReason(event.target.value)} />
        </label>
      </div>
    </Modal>
  );
}

function OldDevice({ empId, value, onChange }: { empId: string; value: string | undefined; onChange: (id: string) => void }): ReactElement {
  const t = useT('devices');
  const { data } = useRead(bindingList, { empId, state: 'bound', pageSize: 100 });
  return (
    <label htmlFor="old-device">
      {t('decide.old')}
      <Select
        id="old-device"
        value={value}
        options={(data?.list ?? []).map(({ id, deviceName, model }) => ({
          value: id,
          label: model === '' ? deviceName : `${deviceName} (${model})`,
        }))}
        onChange={onChange}
      />
    </label>
  );
}
