import { Button, Tag } from 'antd';
import { useState, type ReactElement, type ReactNode } from 'react';
import { ActionButton } from '#kit/console/action/action-button.tsx';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import { useRead } from '#kit/console/page/query.ts';
import { Permit } from '#kit/console/shell/permit.tsx';
import { ErrorState } from '#kit/console/states/error-state.tsx';
import { WaitingForm } from '#kit/console/states/waiting.tsx';
import { timeText } from '#kit/console/table/formats.ts';
import { deviceOf } from '#kit/common/session/device-name.ts';
import type { SignInState } from '#kit/common/session/sign-in-state.ts';
import { employeeSessionEnd, employeeSignIn, employeeUnlock, type EmployeeDetail } from '../../common/employee.contract.ts';
import { userManagement } from '../../common/permissions.ts';
import { PasswordDialog } from './password-dialog.tsx';
import { peopleReadings } from '../list/people-readings.ts';
import '../people.css';

/** How somebody's sign-in stands, and what can be done about it. */
export function EmployeeSignIn({ person }: { person: EmployeeDetail }): ReactElement {
  const { data, error, refetch } = useRead(employeeSignIn, { id: person.id });
  if (error) return <ErrorState error={error} retry={() => void refetch()} />;
  if (!data) return <WaitingForm />;
  return <SignIn person={person} state={data} />;
}

function SignIn({ person, state }: { person: EmployeeDetail; state: SignInState }): ReactElement {
  const t = useT('user-centre');
  const [language] = useLanguage();
  const [resetting, setResetting] = useState(false);
  const at = (time: number): string => timeText(time, language);
  const act = { names: [person.name], input: { ids: [person.id] }, invalidates: peopleReadings };
  const { password, passwordChangedAt, passwordEndsAt, lockedUntil, lastSignInAt, sessions } = state;
  return (
    <>
      <dl className="uc-sign-in">
        <Line
          label={t('login.password')}
          action={
            <Permit code={userManagement.button.password}>
              {(name) => (
                <Button danger onClick={() => setResetting(true)}>
                  {name}
                </Button>
              )}
            </Permit>
          }
        >
          {t(`signIn.password.${password}`)}
          {passwordChangedAt !== null && <small>{t('signIn.changedAt', { time: at(passwordChangedAt) })}</small>}
          {password === 'oneTime' && passwordEndsAt !== null && <small>{t('signIn.endsAt', { time: at(passwordEndsAt) })}</small>}
        </Line>
        <Line label={t('signIn.lock')} action={lockedUntil !== null && <ActionButton endpoint={employeeUnlock} {...act} />}>
          {lockedUntil === null ? t('signIn.open') : <Tag color="error">{t('signIn.lockedUntil', { time: at(lockedUntil) })}</Tag>}
        </Line>
        <Line label={t('signIn.last')}>{lastSignInAt === null ? t('signIn.lastNone') : at(lastSignInAt)}</Line>
        <Line label={t('signIn.sessions')} action={sessions.length > 0 && <ActionButton endpoint={employeeSessionEnd} {...act} />}>
          {sessions.length === 0 && t('signIn.noSessions')}
          <ul>
            {sessions.map(({ id, address, userAgent, lastSeenAt }) => (
              <li key={id}>
                {deviceOf(userAgent)} · {address}
                <small>{t('signIn.seenAt', { time: at(lastSeenAt) })}</small>
              </li>
            ))}
          </ul>
        </Line>
      </dl>
      {resetting && <PasswordDialog id={person.id} name={person.name} onClose={() => setResetting(false)} />}
    </>
  );
}

interface LineProps {
  label: string;
  /** What can be done about it. */
  action?: ReactNode;
  children: ReactNode;
}

function Line({ label, action, children }: LineProps): ReactElement {
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        <div>{children}</div>
        {action}
      </dd>
    </div>
  );
}
