import { Checkbox, Input, Modal } from 'antd';
import { useState, type ReactElement } from 'react';
import type { Reply } from '#kit/common/contract.ts';
import { useOff } from '#kit/console/action/off-button.tsx';
import { call } from '#kit/console/call/call.ts';
import { CallError, fieldOf } from '#kit/console/call/call-error.ts';
import { useActionName } from '#kit/console/action/action-button.tsx';
import { useT } from '#kit/console/i18n/use-t.ts';
import { invalidate, useRead } from '#kit/console/page/query.ts';
import { interfaceCompare, interfacePublish, type interfaceView } from '../../common/interface.contract.ts';
import './access.css';
import { viewReadings } from './view-readings.ts';
import { Differences } from './differences.tsx';

/** Publishes the draft: what differs from the live version, and a note. */
export function PublishDialog({ view, onClose }: { view: Reply<typeof interfaceView>; onClose: () => void }): ReactElement {
  const off = useOff();
  const t = useT('access');
  const { name } = useActionName(interfacePublish);
  const [note, setNote] = useState('');
  const [breaking, setBreaking] = useState(false);
  const [problem, setProblem] = useState('');
  const compare = useRead(
    interfaceCompare,
    { id: view.id, from: view.liveVersionNo ?? 0, to: 0 },
    { enabled: view.liveVersionNo !== null },
  );
  const publish = async (): Promise<void> => {
    setProblem('');
    try {
      await call(interfacePublish, { id: view.id, version: view.version, note, breaking }, { silent: true });
      await invalidate(...viewReadings);
      onClose();
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      const findings = fieldOf(error.data, 'findings');
      const told = Array.isArray(findings) ? findings.map((one) => String(fieldOf(one, 'message') ?? '')) : [];
      setProblem([error.msg, ...told].join(' · '));
    }
  };
  const breaks = compare.data?.breaking ?? [];
  return (
    <Modal
      open
      width={720}
      title={t('publish.title', { name: view.name })}
      okText={name}
      okButtonProps={{ ...off((note.trim() === '' || (breaks.length > 0 && !breaking)) && 'fields') }}
      onOk={() => void publish()}
      onCancel={onClose}
    >
      <label className="acc-wide">
        {t('publish.note')}
        <Input value={note} maxLength={500} onChange={(event) => setNote(event.target.value)} />
      </label>
      {compare.data && <Differences fields={compare.data.fields} />}
      {breaks.length > 0 && (
        <>
          <p className="acc-wrong">{t('publish.breaking', { list: breaks.join(', ') })}</p>
          <Checkbox checked={breaking} onChange={(event) => setBreaking(event.target.checked)}>
            {t('publish.known')}
          </Checkbox>
        </>
      )}
      {problem !== '' && (
        <p role="alert" className="acc-wrong">
          {problem}
        </p>
      )}
    </Modal>
  );
}
