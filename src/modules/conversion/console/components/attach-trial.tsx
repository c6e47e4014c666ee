import { CheckCircleOutlined, CloseCircleOutlined } from '@ant-design/icons';
import { Input } from 'antd';
import { useState, type ReactElement } from 'react';
import type { Reply } from '#kit/common/contract.ts';
import { OffButton } from '#kit/console/action/off-button.tsx';
import { useMay } from '#kit/console/action/use-may.ts';
import { call } from '#kit/console/call/call.ts';
import { CallError } from '#kit/console/call/call-error.ts';
import { useT } from '#kit/console/i18n/use-t.ts';
import { Facts } from '#kit/console/page/facts.tsx';
import { EmployeePicker } from '#kit/console/pickers/pickers.tsx';
import { attachTest, type AttachSystemRow } from '../../common/attach.contract.ts';
import './conversion.css';

/** An attachment system, and what an employee would meet who opens one of its attachments. */
export function AttachDetail({ system }: { system: AttachSystemRow }): ReactElement {
  const t = useT('conversion');
  const may = useMay();
  return (
    <>
      <Facts
        row={system}
        facts={[
          { name: 'code', as: 'code' },
          { name: 'ownerDeptName' },
          { name: 'fetchName' },
          { name: 'idParam', as: 'code' },
          { name: 'rightsName' },
          { name: 'maxSize' },
          { name: 'description' },
        ]}
      />
      {may(attachTest) && (
        <section className="wcv-try">
          <h3>{t('attach.try')}</h3>
          <Trial id={system.id} />
        </section>
      )}
    </>
  );
}

function Trial({ id }: { id: string }): ReactElement {
  const t = useT('conversion');
  const [employeeId, setEmployee] = useState<string>();
  const [attachmentId, setAttachment] = useState('');
  const [running, setRunning] = useState(false);
  const [found, setFound] = useState<Reply<typeof attachTest>>();
  const [problem, setProblem] = useState('');
  const run = async (): Promise<void> => {
    if (employeeId === undefined) return;
    setRunning(true);
    setFound(undefined);
    setProblem('');
    try {
      setFound(await call(attachTest, { id, employeeId, attachmentId: attachmentId.trim() }, { silent: true }));
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      setProblem(error.msg);
    } finally {
      setRunning(false);
    }
  };
  return (
    <>
      <EmployeePicker value={employeeId ?? null} onChange={(next: unknown) => setEmployee(typeof next === 'string' ? next : undefined)} />
      <Input
        aria-label={t('attach.id')}
        placeholder={t('attach.id')}
        maxLength={200}
        value={attachmentId}
        onChange={({ target }) => setAttachment(target.value)}
      />
      <OffButton
        type="primary"
        loading={running}
        off={(employeeId === undefined && 'nobody') || (attachmentId.trim() === '' && 'fields')}
        onClick={() => void run()}
      >
        {t('attach.run')}
      </OffButton>
      {problem !== '' && (
        <p role="alert" data-ok={false}>
          {problem}
        </p>
      )}
      {found && (
        <ul role="status">
          {found.steps.map(({ step, ok, detail }) => (
            <li key={step} data-ok={ok}>
              {ok ? <CheckCircleOutlined aria-hidden="true" /> : <CloseCircleOutlined aria-hidden="true" />}{' '}
              {t(`attach.step.${step}.${ok ? 'ok' : 'no'}`)}
              {detail !== '' && ` · ${detail}`}
            </li>
          ))}
          {found.pages > 0 && <li>{t('attach.pages', { count: found.pages })}</li>}
        </ul>
      )}
    </>
  );
}
