import { Alert, Input, Modal } from 'antd';
import { useState, type ReactElement } from 'react';
import { useOff } from '#kit/console/action/off-button.tsx';
import { useSave } from '#kit/console/form/use-save.ts';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import { useRead } from '#kit/console/page/query.ts';
import { EmployeePicker } from '#kit/console/pickers/pickers.tsx';
import { ErrorState } from '#kit/console/states/error-state.tsx';
import { timeText } from '#kit/console/table/formats.ts';
import { appEraseAdd, appEraseList, appErasePreview } from '#modules/devices/common/erase.contract.ts';
import '../apps.css';

interface EraseDialogProps {
  appKey: string;
  name: string;
  onClose: () => void;
}

/** Orders that the data of one app is erased on the devices of a person: what it touches, why, and the name of the device typed. */
export function EraseDialog({ appKey, name, onClose }: EraseDialogProps): ReactElement {
  const off = useOff();
  const t = useT('apps');
  const [language] = useLanguage();
  const [empId, setPerson] = useState<string | null>(null);
  const [reason, setReason] = useState('');
  const [typed, setTyped] = useState('');
  const { data, error, refetch } = useRead(appErasePreview, { appId: appKey, empId: empId ?? '' }, { enabled: empId !== null });
  const { save, saving } = useSave(appEraseAdd, { invalidates: [appEraseList], onSaved: onClose, onHeld: onClose });
  const offered = data?.devices.filter(({ refused }) => refused === 0) ?? [];
  const ready = data !== undefined && offered.length > 0 && reason.trim().length >= 10 && typed.trim() === data.typed;
  return (
    <Modal
      open
      title={t('erase.title', { name })}
      okText={t('erase.order')}
      cancelText={t('tabs.close')}
      okButtonProps={{ danger: true, loading: saving, ...off(!ready && 'fields') }}
      onOk={() => data && void save({ previewToken: data.token, reason: reason.trim(), typed: typed.trim() })}
      onCancel={onClose}
    >
      <div className="apps-erase">
        <p>{t('erase.what')}</p>
        <label>
          {t('erase.person')}
          <EmployeePicker value={empId} onChange={(next) => setPerson(typeof next === 'string' ? next : null)} />
        </label>
        {error && <ErrorState error={error} retry={() => void refetch()} />}
        {data?.devices.length === 0 && <p role="status">{t('erase.noDevice')}</p>}
        {data && data.devices.length > 0 && (
          <ul>
            {data.devices.map((device) => (
              <li key={device.deviceId}>
                {device.name} · {timeText(device.lastSeenAt, language)}
                {device.refused !== 0 && ` · ${t('erase.refused')}`}
              </li>
            ))}
          </ul>
        )}
        {data?.approval && <Alert type="warning" showIcon title={t('erase.approval')} />}
        {data && offered.length > 0 && (
          <>
            <label>
              {t('erase.reason')}
              <Input.TextArea maxLength={500} value={reason} onChange={(event) => setReason(event.target.value)} />
            </label>
            <label>
              {t('erase.type', { typed: data.typed })}
              <Input value={typed} maxLength={100} autoComplete="off" onChange={(event) => setTyped(event.target.value)} />
            </label>
            <p>{t('erase.stop')}</p>
          </>
        )}
      </div>
    </Modal>
  );
}
