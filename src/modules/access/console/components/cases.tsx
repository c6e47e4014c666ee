import { Checkbox } from 'antd';
import { useState, type ReactElement } from 'react';
import type { Reply } from '#kit/common/contract.ts';
import { ActionButton, useActionName } from '#kit/console/action/action-button.tsx';
import { OffButton } from '#kit/console/action/off-button.tsx';
import { call } from '#kit/console/call/call.ts';
import { CallError } from '#kit/console/call/call-error.ts';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import { invalidate, useRead } from '#kit/console/page/query.ts';
import { timeText } from '#kit/console/table/formats.ts';
import { caseDelete, caseList, caseRun, type CaseResult, type CaseRow } from '../../common/case.contract.ts';
import { isWriting } from '../../common/definition.ts';
import type { interfaceView } from '../../common/interface.contract.ts';
import './access.css';

/** Cases of an interface: runs that were kept, and how they end now. */
export function Cases({ view }: { view: Reply<typeof interfaceView> }): ReactElement {
  const t = useT('access');
  const read = useRead(caseList, { interfaceId: view.id });
  const { granted, name } = useActionName(caseRun);
  const [results, setResults] = useState<readonly CaseResult[]>([]);
  const [problem, setProblem] = useState('');
  const [running, setRunning] = useState(false);
  const [write, setWrite] = useState(false);
  const writes = isWriting(view.definition);
  const run = async (): Promise<void> => {
    setRunning(true);
    setProblem('');
    try {
      setResults((await call(caseRun, { interfaceId: view.id, write }, { silent: true })).list);
      await invalidate(caseList);
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      setProblem([error.msg, ...error.issues.map(({ message }) => message)].join(' · '));
    } finally {
      setRunning(false);
    }
  };
  const rows = read.data?.list ?? [];
  return (
    <section className="acc-section">
      <h3>{t('cases.title')}</h3>
      {rows.length === 0 && <p className="acc-soft">{t('cases.empty')}</p>}
      {granted && rows.length > 0 && (
        <div className="acc-head">
          <OffButton type="primary" loading={running} off={writes && !write && 'consent'} onClick={() => void run()}>
            {t('cases.run', { name })}
          </OffButton>
          {writes && (
            <Checkbox checked={write} onChange={(event) => setWrite(event.target.checked)}>
              {t('try.write')}
            </Checkbox>
          )}
        </div>
      )}
      {problem !== '' && (
        <p role="alert" className="acc-wrong">
          {problem}
        </p>
      )}
      <table className="acc-keys whk-stacked">
        <tbody>
          {rows.map((row) => (
            <CaseLine key={row.id} row={row} result={results.find(({ id }) => id === row.id)} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

function CaseLine({ row, result }: { row: CaseRow; result: CaseResult | undefined }): ReactElement {
  const t = useT('access');
  const [language] = useLanguage();
  const ok = result?.ok ?? row.lastOk;
  return (
    <tr>
      <td data-label={t('cases.name')}>{row.name}</td>
      <td data-label={t('field.result')} className={ok === false ? 'acc-wrong' : undefined}>
        {ok === null ? t('cases.never') : t(ok ? 'cases.ok' : 'cases.differs')}
        {result?.differences.map((one) => (
          <div key={one.path} className="acc-soft">
            {t('cases.difference', { path: one.path, expected: one.expected, found: one.found })}
          </div>
        ))}
      </td>
      <td data-label={t('cases.last')}>{row.lastAt === null ? '' : timeText(row.lastAt, language)}</td>
      <td>
        <ActionButton
          endpoint={caseDelete}
          input={{ ids: [row.id] }}
          names={[row.name]}
          confirm="ask"
          size="small"
          danger
          invalidates={[caseList]}
        >
          {t('action.delete')}
        </ActionButton>
      </td>
    </tr>
  );
}
