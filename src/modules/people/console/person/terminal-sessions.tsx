import type { ReactElement } from 'react';
import { ActionButton } from '#kit/console/action/action-button.tsx';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import { useRead } from '#kit/console/page/query.ts';
import { EmptyState } from '#kit/console/states/empty-state.tsx';
import { ErrorState } from '#kit/console/states/error-state.tsx';
import { WaitingForm } from '#kit/console/states/waiting.tsx';
import { timeText } from '#kit/console/table/formats.ts';
import { terminalSessionEnd, terminalSessionList } from '../../common/terminal-session.contract.ts';
import type { EmployeeDetail } from '../../common/employee.contract.ts';
import '../people.css';

const names: Readonly<Record<number, `terminals.platform.${1 | 2 | 4 | 5 | 8}`>> = {
  1: 'terminals.platform.1',
  2: 'terminals.platform.2',
  4: 'terminals.platform.4',
  5: 'terminals.platform.5',
  8: 'terminals.platform.8',
};

/** The open sessions of somebody's terminals; one of them, or all, can be ended. */
export function TerminalSessions({ person }: { person: EmployeeDetail }): ReactElement {
  const t = useT('user-centre');
  const [language] = useLanguage();
  const { data, error, refetch } = useRead(terminalSessionList, { empId: person.id });
  if (error) return <ErrorState error={error} retry={() => void refetch()} />;
  if (!data) return <WaitingForm />;
  if (data.list.length === 0) return <EmptyState title={t('terminals.none')} />;
  const at = (time: number): string => timeText(time, language);
  const act = { names: [person.name], invalidates: [terminalSessionList] };
  return (
    <>
      <ul className="uc-terminals">
        {data.list.map(({ id, platform, buildNo, address, stage, createdAt, lastAt }) => (
          <li key={id}>
            <div>
              {t(names[platform] ?? 'terminals.platform.2')} · {address}
              <small>{t('terminals.build', { build: buildNo, since: at(createdAt) })}</small>
              <small>{t('signIn.seenAt', { time: at(lastAt) })}</small>
              {stage !== 'full' && <small>{t('terminals.waiting')}</small>}
            </div>
            <ActionButton endpoint={terminalSessionEnd} {...act} input={{ empId: person.id, ids: [id] }} size="small">
              {t('terminals.end')}
            </ActionButton>
          </li>
        ))}
      </ul>
      {data.list.length > 1 && (
        <ActionButton endpoint={terminalSessionEnd} {...act} input={{ empId: person.id }}>
          {t('terminals.endAll')}
        </ActionButton>
      )}
    </>
  );
}
