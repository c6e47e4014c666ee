import { Button, Form, Input, InputNumber, Modal, Tag } from 'antd';
import { useId, useState, type ReactElement } from 'react';
import type { Reply } from '#kit/common/contract.ts';
import { useOff } from '#kit/console/action/off-button.tsx';
import { useMay } from '#kit/console/action/use-may.ts';
import { useSave } from '#kit/console/form/use-save.ts';
import { useT } from '#kit/console/i18n/use-t.ts';
import { engineGet, enginePause, engineSave, engineTest, longestPause, type EngineDocument } from '../../common/engine.contract.ts';

/** What can be done with the engine: trying it, its settings, and pausing. */
export function EngineActions({ engine }: { engine: EngineDocument }): ReactElement {
  const t = useT('message-addresses');
  const may = useMay();
  const [open, setOpen] = useState<'settings' | 'pause'>();
  const [found, setFound] = useState<Reply<typeof engineTest>>();
  const test = useSave(engineTest, { message: null, onSaved: setFound });
  const resume = useSave(enginePause, { invalidates: [engineGet] });
  const close = (): void => setOpen(undefined);
  return (
    <>
      <div className="ma-actions">
        {may(engineTest) && (
          <Button loading={test.saving} onClick={() => void test.save({})}>
            {t('engine.test')}
          </Button>
        )}
        {may(engineSave) && <Button onClick={() => setOpen('settings')}>{t('frame.settings')}</Button>}
        {may(enginePause) &&
          (engine.pausedUntil === null ? (
            <Button danger onClick={() => setOpen('pause')}>
              {t('engine.pause')}
            </Button>
          ) : (
            <Button type="primary" loading={resume.saving} onClick={() => void resume.save({ version: engine.version, minutes: 0 })}>
              {t('engine.resume')}
            </Button>
          ))}
      </div>
      {found && (
        <ol role="status" className="ma-steps">
          {found.steps.map(({ step, ok, ms, detail }) => (
            <li key={step}>
              {t(`engine.step.${step}`)} <Tag color={ok ? 'success' : 'error'}>{t(ok ? 'test.ok' : 'test.failed')}</Tag>
              {t('test.took', { ms, detail })}
            </li>
          ))}
        </ol>
      )}
      {open === 'settings' && <SettingsDialog engine={engine} onClose={close} />}
      {open === 'pause' && <PauseDialog engine={engine} onClose={close} />}
    </>
  );
}

interface DialogProps {
  engine: EngineDocument;
  onClose: () => void;
}

function SettingsDialog({ engine, onClose }: DialogProps): ReactElement {
  const off = useOff();
  const t = useT('message-addresses');
  const kit = useT('kit');
  const id = useId();
  const [seconds, setSeconds] = useState<number | null>(engine.pingSeconds);
  const { save, saving } = useSave(engineSave, { invalidates: [engineGet], onSaved: onClose });
  return (
    <Modal
      open
      title={t('frame.settings')}
      okText={kit('form.save')}
      cancelText={kit('form.cancel')}
      okButtonProps={{ loading: saving, ...off((seconds === null || seconds === engine.pingSeconds) && 'nothing') }}
      onOk={() => seconds !== null && void save({ version: engine.version, pingSeconds: seconds })}
      onCancel={onClose}
    >
      <Form layout="vertical">
        <Form.Item label={t('imEngine.field.pingSeconds')} htmlFor={id} extra={t('engine.pingHint')}>
          <InputNumber id={id} min={30} max={300} precision={0} value={seconds} onChange={setSeconds} />
        </Form.Item>
      </Form>
    </Modal>
  );
}

const usualMinutes = 30;

function PauseDialog({ engine, onClose }: DialogProps): ReactElement {
  const off = useOff();
  const t = useT('message-addresses');
  const kit = useT('kit');
  const base = useId();
  const [minutes, setMinutes] = useState<number | null>(usualMinutes);
  const [reason, setReason] = useState('');
  const { save, saving } = useSave(enginePause, { invalidates: [engineGet], onSaved: onClose });
  return (
    <Modal
      open
      title={t('engine.pause')}
      okText={t('engine.pause')}
      cancelText={kit('form.cancel')}
      okButtonProps={{ danger: true, loading: saving, ...off(minutes === null && 'fields') }}
      onOk={() => minutes !== null && void save({ version: engine.version, minutes, reason: reason.trim() })}
      onCancel={onClose}
    >
      <p>{t('engine.pauseHelp')}</p>
      <Form layout="vertical">
        <Form.Item label={t('engine.minutes')} htmlFor={`${base}m`}>
          <InputNumber id={`${base}m`} min={1} max={longestPause} precision={0} value={minutes} onChange={setMinutes} />
        </Form.Item>
        <Form.Item label={t('engine.reason')} htmlFor={`${base}r`}>
          <Input id={`${base}r`} maxLength={200} value={reason} onChange={({ target }) => setReason(target.value)} />
        </Form.Item>
      </Form>
    </Modal>
  );
}
