import { Alert, Input, Modal, Radio, Tag } from 'antd';
import { useState, type ReactElement } from 'react';
import { useOff } from '#kit/console/action/off-button.tsx';
import { useSave } from '#kit/console/form/use-save.ts';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import { useRead } from '#kit/console/page/query.ts';
import { ErrorState } from '#kit/console/states/error-state.tsx';
import { WaitingForm } from '#kit/console/states/waiting.tsx';
import { timeText } from '#kit/console/table/formats.ts';
import { eraseAdd, erasePreview, type ErasePreviewRow } from '../../common/erase.contract.ts';
import { eraseReadings } from '../readings.ts';
import { useOrdered } from './use-ordered.tsx';
import './devices.css';

interface EraseWizardProps {
  deviceIds: readonly string[];
  onClose: () => void;
  onDone?: (orderId: string) => void;
}

/** Orders an erasure: what it touches, how much, why, and the name of the device typed; it can be stopped for a minute. */
export function EraseWizard({ deviceIds, onClose, onDone }: EraseWizardProps): ReactElement {
  const off = useOff();
  const t = useT('devices');
  const [scope, setScope] = useState<'eraseApp' | 'wipeDevice'>('eraseApp');
  const [reason, setReason] = useState('');
  const [typed, setTyped] = useState('');
  const tell = useOrdered();
  const preview = useRead(erasePreview, { deviceIds: [...deviceIds], scope });
  const { save, saving } = useSave(eraseAdd, {
    invalidates: eraseReadings,
    message: null,
    onSaved: (order) => {
      tell({ id: order.id, waits: order.state === 'awaitingApproval' });
      onDone?.(order.id);
      onClose();
    },
    onHeld: onClose,
  });
  const { data, error } = preview;
  const offered = data?.devices.filter(({ refused }) => refused === 0) ?? [];
  const ready = data !== undefined && offered.length > 0 && reason.trim().length >= 10 && typed.trim() === data.typed;
  return (
    <Modal
      open
      width={720}
      title={t('erase.title')}
      okText={t('erase.order')}
      cancelText={t('form.cancel')}
      okButtonProps={{ danger: true, loading: saving, ...off(!ready && 'fields') }}
      onOk={() => data && void save({ previewToken: data.token, reason: reason.trim(), typed: typed.trim() })}
      onCancel={onClose}
    >
      <Radio.Group
        aria-label={t('eraseOrder.field.scope')}
        value={scope}
        onChange={(event) => setScope(event.target.value as 'eraseApp' | 'wipeDevice')}
        options={[
          { value: 'eraseApp', label: t('eraseOrder.scope.eraseApp') },
          { value: 'wipeDevice', label: t('eraseOrder.scope.wipeDevice') },
        ]}
      />
      {error && <ErrorState error={error} retry={() => void preview.refetch()} />}
      {!data && !error && <WaitingForm lines={4} />}
      {data && (
        <>
          <PreviewRows rows={data.devices} />
          {data.approval && <Alert type="warning" showIcon title={t('erase.approval')} />}
          {offered.length > 0 && (
            <div className="devices-form">
              <label>
                {t('erase.reason')}
                <Input.TextArea maxLength={500} value={reason} onChange={(event) => setReason(event.target.value)} />
              </label>
              <label>
                {t('erase.type', { typed: data.typed })}
                <Input value={typed} maxLength={100} autoComplete="off" onChange={(event) => setTyped(event.target.value)} />
              </label>
              <p className="devices-soft">{t('erase.stop')}</p>
            </div>
          )}
        </>
      )}
    </Modal>
  );
}

/** What asks for a second look. */
const loud = ['shared', 'administrator', 'executive'] as const;

function PreviewRows({ rows }: { rows: readonly ErasePreviewRow[] }): ReactElement {
  const t = useT('devices');
  const [language] = useLanguage();
  return (
    <table className="whk-stacked devices-table">
      <thead>
        <tr>
          <th>{t('device.field.name')}</th>
          <th>{t('device.field.people')}</th>
          <th>{t('device.field.ownership')}</th>
          <th>{t('device.field.lastSeenAt')}</th>
          <th>{t('device.field.unsent')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.deviceId}>
            <td data-label={t('device.field.name')}>
              {row.name}
              {row.refused !== 0 && <div className="devices-bad">{t(`erase.refused.${row.why as 'open'}`)}</div>}
            </td>
            <td data-label={t('device.field.people')}>
              {row.people.join(' · ')}
              <div>{loud.map((name) => row[name] && <Tag key={name}>{t(`erase.${name}`)}</Tag>)}</div>
            </td>
            <td data-label={t('device.field.ownership')}>{t(`device.ownership.${row.ownership}`)}</td>
            <td data-label={t('device.field.lastSeenAt')}>{row.online ? t('erase.online') : timeText(row.lastSeenAt, language)}</td>
            <td data-label={t('device.field.unsent')}>
              {t('erase.unsent', { drafts: row.drafts, files: row.files })}
              {row.pendingCommands > 0 && <div>{t('erase.pending', { n: row.pendingCommands })}</div>}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
