import { Alert, Input, Select } from 'antd';
import { useId, useState, type ReactElement } from 'react';
import type { Reply } from '#kit/common/contract.ts';
import { ActionButton, useActionName } from '#kit/console/action/action-button.tsx';
import { OffButton } from '#kit/console/action/off-button.tsx';
import { useMay } from '#kit/console/action/use-may.ts';
import { useSave } from '#kit/console/form/use-save.ts';
import { useT } from '#kit/console/i18n/use-t.ts';
import { useRead } from '#kit/console/page/query.ts';
import { deviceList } from '#modules/devices/common/device.contract.ts';
import { encryptionGet, encryptionRotate, encryptionTest } from '../../common/encryption.contract.ts';
import './file-security.css';

type Made = Reply<typeof encryptionTest>;

/** A new key for the file store, and a container by which the opening on a device is tried. */
export function KeyTools(): ReactElement {
  const t = useT('file-security');
  const kit = useT('kit');
  const may = useMay();
  const [reason, setReason] = useState('');
  const id = useId();
  return (
    <>
      {may(encryptionRotate) && (
        <div className="fs-bar">
          <label htmlFor={id}>{t('fileEncryption.rotateReason')}</label>
          <Input id={id} maxLength={500} value={reason} onChange={({ target }) => setReason(target.value)} />
          <ActionButton
            endpoint={encryptionRotate}
            names={[t('fileEncryption.store')]}
            input={{ reason: reason.trim() }}
            why={reason.trim() === '' && kit('why.reason')}
            invalidates={[encryptionGet]}
            onDone={() => setReason('')}
          />
        </div>
      )}
      {may(encryptionTest) && <TestBox />}
    </>
  );
}

function TestBox(): ReactElement {
  const t = useT('file-security');
  const may = useMay();
  const { name } = useActionName(encryptionTest);
  const [deviceId, setDevice] = useState('');
  const [made, setMade] = useState<Made>();
  const id = useId();
  const { save, saving, issues } = useSave(encryptionTest, { message: null, onSaved: setMade });
  return (
    <div className="fs-lines">
      <div className="fs-bar">
        <label htmlFor={id}>{t('fileEncryption.test')}</label>
        {may(deviceList) ? (
          <DevicePicker id={id} value={deviceId} onChange={setDevice} />
        ) : (
          <Input id={id} placeholder={t('field.deviceName')} value={deviceId} onChange={({ target }) => setDevice(target.value.trim())} />
        )}
        <OffButton loading={saving} off={deviceId === '' && 'fields'} onClick={() => void save({ deviceId })}>
          {name}
        </OffButton>
      </div>
      <small>{t('fileEncryption.testHelp')}</small>
      {issues.map(({ path, message }) => (
        <Alert key={path} type="error" showIcon title={message} />
      ))}
      {made && (
        <p role="status">
          <a download={made.name} href={`data:application/age-encryption;base64,${made.content}`}>
            {t('fileEncryption.testSave', { name: made.name })}
          </a>{' '}
          {t('fileEncryption.testExpected', { text: made.expected.trim() })}
        </p>
      )}
    </div>
  );
}

/** Finds a device by its name, model or person; who may not list devices names one by its id. */
function DevicePicker({ id, value, onChange }: { id: string; value: string; onChange: (id: string) => void }): ReactElement {
  const t = useT('file-security');
  const [text, setText] = useState('');
  const { data } = useRead(deviceList, { text, pageSize: 20 });
  const options = (data?.list ?? []).map((one) => ({
    value: one.id,
    label: [one.name, ...one.people.map(({ name }) => name)].filter(Boolean).join(' · '),
  }));
  return (
    <Select
      id={id}
      showSearch={{ filterOption: false, onSearch: setText }}
      allowClear
      placeholder={t('field.deviceName')}
      value={options.some((one) => one.value === value) ? value : null}
      options={options}
      onChange={(chosen: string | null | undefined) => onChange(chosen ?? '')}
    />
  );
}
