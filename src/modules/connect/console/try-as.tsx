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
import { connectTest, type ConnectWidgetRow } from '../common/connect.contract.ts';
import './connect.css';

/** A connected widget, and what an employee would meet. */
export function TryAs({ widget }: { widget: ConnectWidgetRow }): ReactElement {
  const t = useT('connect');
  const may = useMay();
  return (
    <>
      <Facts
        row={widget}
        facts={[
          { name: 'widgetId', as: 'code' },
          { name: 'systemName' },
          { name: 'ownerDeptName' },
          { name: 'signIn', as: 'enum' },
          { name: 'entryUrl' },
          { name: 'hosts' },
          { name: 'description' },
        ]}
      />
      {may(connectTest) && (
        <section className="wco-try">
          <h3>{t('try.title')}</h3>
          <Trial id={widget.id} />
        </section>
      )}
    </>
  );
}

function Trial({ id }: { id: string }): ReactElement {
  const t = useT('connect');
  const [employeeId, setEmployee] = useState<string>();
  const [url, setUrl] = useState('');
  const [found, setFound] = useState<Reply<typeof connectTest>>();
  const run = async (): Promise<void> => {
    if (employeeId === undefined) return;
    try {
      setFound(await call(connectTest, { id, employeeId, url }));
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
    }
  };
  return (
    <>
      <EmployeePicker value={employeeId ?? null} onChange={(next: unknown) => setEmployee(typeof next === 'string' ? next : undefined)} />
      <Input aria-label={t('try.url')} placeholder={t('try.url')} value={url} onChange={({ target }) => setUrl(target.value)} />
      <OffButton type="primary" off={employeeId === undefined && 'nobody'} onClick={() => void run()}>
        {t('try.run')}
      </OffButton>
      {found && (
        <>
          <ul>
            {found.steps.map(({ step, ok }) => (
              <li key={step} data-ok={ok}>
                {ok ? <CheckCircleOutlined aria-hidden="true" /> : <CloseCircleOutlined aria-hidden="true" />}{' '}
                {t(`try.${step}.${ok ? 'ok' : 'no'}`)}
              </li>
            ))}
          </ul>
          {found.params.length > 0 && (
            <dl>
              {found.params.map(({ name, value }) => (
                <div key={name}>
                  <dt>{name}</dt>
                  <dd>{value}</dd>
                </div>
              ))}
            </dl>
          )}
        </>
      )}
    </>
  );
}
