import type { ReactElement, ReactNode } from 'react';
import { Link } from 'react-router';
import { ActionButton } from '#kit/console/action/action-button.tsx';
import { useT } from '#kit/console/i18n/use-t.ts';
import { useRead } from '#kit/console/page/query.ts';
import { Permit } from '#kit/console/shell/permit.tsx';
import { WaitingForm } from '#kit/console/states/waiting.tsx';
import {
  clientLoginList,
  consoleLoginList,
  loginEndSession,
  loginSummary,
  type consoleLoginGet,
  type LoginDetail as Detail,
  type LoginView,
} from '../../common/login-log.contract.ts';
import { loginAuthentication } from '#modules/sign-in/common/permissions.ts';
import { deviceLock } from '#modules/devices/common/action.contract.ts';
import { clientLogin, operationLog } from '../../common/permissions.ts';
import { BlockAddress } from './block-address.tsx';
import { HoldLink } from './hold-link.tsx';
import { Account, Address } from './login-columns.tsx';
import { ResultMark } from './result-mark.tsx';
import { At } from './at.tsx';

/** What belongs to a sign-in: why it was flagged, its session's operations, other sign-ins of the account and of the address. */
export function LoginDetail({ get, id, blocks }: { get: typeof consoleLoginGet; id: string; blocks: boolean }): ReactElement {
  const t = useT('logs');
  const { data } = useRead(get, { id });
  if (!data) return <WaitingForm lines={4} />;
  // Of a flood the line names the network.
  const isAddress = data.address !== '' && !data.address.includes('/');
  return (
    <>
      <div className="wl-ways">
        {data.sessionState === 'live' && data.sessionId !== null && (
          <ActionButton
            endpoint={loginEndSession}
            input={{ sessionId: data.sessionId }}
            names={[data.name ?? data.account ?? '']}
            invalidates={[get, consoleLoginList, loginSummary]}
          />
        )}
        {data.deviceId !== null && (
          <Permit code={clientLogin.button.lockDevice}>
            {(name) => (
              <ActionButton
                endpoint={deviceLock}
                input={{ ids: [data.deviceId!] }}
                names={[data.deviceModel ?? data.name ?? '']}
                confirm="ask"
                danger
                invalidates={[get, clientLoginList]}
              >
                {name}
              </ActionButton>
            )}
          </Permit>
        )}
        {blocks && isAddress && <BlockAddress address={data.address} />}
        {blocks && isAddress && (
          <Permit code={loginAuthentication.code}>
            {() => (
              <Link to={`${loginAuthentication.route}?tab=policy&address=${encodeURIComponent(data.address)}`}>{t('login.rules')}</Link>
            )}
          </Permit>
        )}
        <HoldLink person={data.uid} address={data.address} />
      </div>
      {data.flags.length > 0 && (
        <Part title={t('login.flagged')}>
          <ul className="wl-list">
            {data.flags.map((flag) => (
              <li key={flag}>{t(`login.why.${flag}`)}</li>
            ))}
          </ul>
        </Part>
      )}
      <Operations data={data} />
      <Part title={t('login.ofAccount')}>
        <Others lines={data.ofAccount} />
      </Part>
      <Part title={t('login.ofAddress')}>
        <Others lines={data.ofAddress} />
      </Part>
      <p className="wl-soft wl-agent">{data.userAgent}</p>
    </>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }): ReactElement {
  return (
    <section className="wl-part">
      <h3>{title}</h3>
      {children}
    </section>
  );
}

function Operations({ data }: { data: Detail }): ReactElement | null {
  const t = useT('logs');
  if (data.sessionId === null || data.sessionState === null) return null;
  return (
    <Permit code={operationLog.code}>
      {() => (
        <Part title={t('login.operations')}>
          {data.operations.length === 0 && <p className="wl-soft">{t('login.none')}</p>}
          <ul className="wl-lines">
            {data.operations.map((row) => (
              <li key={row.id}>
                <At at={row.at} />
                <ResultMark result={row.result}>{row.what}</ResultMark>
                <span>{row.objectName}</span>
              </li>
            ))}
          </ul>
          {data.operations.length > 0 && (
            <Link to={`${operationLog.route}?sessionId=${encodeURIComponent(data.sessionId ?? '')}`}>{t('login.operationsAll')}</Link>
          )}
        </Part>
      )}
    </Permit>
  );
}

function Others({ lines }: { lines: readonly LoginView[] }): ReactElement {
  const t = useT('logs');
  if (lines.length === 0) return <p className="wl-soft">{t('login.none')}</p>;
  return (
    <ul className="wl-lines">
      {lines.map((line) => (
        <li key={line.id}>
          <At at={line.at} />
          <ResultMark result={line.result}>
            {line.reason === null ? t(`login.event.${line.event}`) : t(`login.reason.${line.reason}`)}
          </ResultMark>
          <Account row={line} />
          <span>
            <Address row={line} />
          </span>
        </li>
      ))}
    </ul>
  );
}
