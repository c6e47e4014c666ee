import { Tag } from 'antd';
import type { ReactElement } from 'react';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import type { Fact } from '#kit/console/page/facts.tsx';
import { numberText } from '#kit/console/table/formats.ts';
import type { Column } from '#kit/console/table/column.ts';
import type { LoginView } from '../../common/login-log.contract.ts';
import type { login } from '../subjects.ts';
import { durationText } from './duration.ts';
import { Moment } from './moment.tsx';
import { ResultMark } from './result-mark.tsx';

type LoginColumn = Column<LoginView, typeof login>;

const event: LoginColumn = { name: 'event', width: 110, cell: (row) => <What row={row} /> };
const at: LoginColumn = { name: 'at', as: 'time', width: 200, cell: (row) => <Moment at={row.at} /> };
const account: LoginColumn = { name: 'account', width: 110, cell: (row) => <Account row={row} /> };
const person: LoginColumn = { name: 'name', width: 100 };
const result: LoginColumn = { name: 'result', width: 110, cell: (row) => <LoginResult row={row} /> };
const address: LoginColumn = { name: 'address', cell: (row) => <Address row={row} />, width: 110 };
const session: LoginColumn = { name: 'sessionState', width: 130, cell: (row) => <Session row={row} /> };
const flags: LoginColumn = { name: 'flags', width: 160, cell: (row) => <Flags row={row} /> };

/** Columns of the console's sign-ins; the first one opens the line. */
export const consoleLoginColumns: readonly LoginColumn[] = [
  event,
  at,
  account,
  person,
  result,
  address,
  { name: 'browser', width: 150 },
  session,
  { ...flags, optional: true },
  { name: 'kind', as: 'enum', optional: true },
  { name: 'factor', as: 'enum', optional: true },
  { name: 'endedBy', as: 'enum', optional: true },
  { name: 'count', as: 'number', optional: true },
];

/** Columns of terminals' sign-ins. */
export const clientLoginColumns: readonly LoginColumn[] = [
  event,
  at,
  account,
  person,
  { name: 'platform', as: 'enum', width: 110 },
  { name: 'appVersion', width: 110 },
  { name: 'deviceModel', width: 140 },
  result,
  address,
  session,
  { name: 'appId', as: 'code', optional: true },
  { name: 'osVersion', optional: true },
  { name: 'networkKind', optional: true },
  { ...flags, optional: true },
];

/** What the drawer says of a line. */
export const loginFacts: readonly Fact<LoginView>[] = [
  { name: 'at', show: (row) => <Moment at={row.at} utc /> },
  { name: 'account', show: (row) => <Account row={row} />, always: true },
  { name: 'name' },
  { name: 'result', show: (row) => <LoginResult row={row} /> },
  { name: 'kind', as: 'enum' },
  { name: 'factor', as: 'enum' },
  { name: 'address', show: (row) => <Address row={row} /> },
  { name: 'browser' },
  { name: 'platform', as: 'enum' },
  { name: 'appId', as: 'code' },
  { name: 'appVersion' },
  { name: 'osVersion' },
  { name: 'deviceModel' },
  { name: 'deviceId', as: 'code' },
  { name: 'networkKind' },
  { name: 'sessionState', show: (row) => <Session row={row} /> },
  { name: 'endedBy', as: 'enum' },
  { name: 'endedAt', show: (row) => (row.endedAt === null ? null : <Moment at={row.endedAt} />) },
  { name: 'sealed', as: 'boolean' },
];

function What({ row }: { row: LoginView }): ReactElement {
  const t = useT('logs');
  return <>{t(`login.event.${row.event}`)}</>;
}

/** The account as typed, or that it was hidden. */
export function Account({ row }: { row: LoginView }): ReactElement {
  const t = useT('logs');
  if (row.accountHidden) return <span className="wl-soft">{t('login.accountHidden')}</span>;
  return row.account === null ? <span className="wl-soft">{t('login.nobody')}</span> : <>{row.account}</>;
}

/** The address, and what its network is called. */
export function Address({ row }: { row: LoginView }): ReactElement {
  return (
    <>
      <code>{row.address}</code>
      {row.network !== null && <small className="wl-soft"> {row.network}</small>}
    </>
  );
}

function LoginResult({ row }: { row: LoginView }): ReactElement {
  const t = useT('logs');
  const [language] = useLanguage();
  const text = row.reason === null ? t(`login.result.${row.result}`) : t(`login.reason.${row.reason}`);
  return (
    <ResultMark result={row.result}>
      {text}
      {row.count > 1 && <Tag variant="filled">{t('login.times', { count: numberText(row.count, language) })}</Tag>}
    </ResultMark>
  );
}

function Session({ row }: { row: LoginView }): ReactElement | null {
  const t = useT('logs');
  const [language] = useLanguage();
  if (row.sessionState === null) return <span className="whk-nothing">—</span>;
  if (row.sessionState === 'live')
    return (
      <Tag variant="filled" className="wl-live">
        {t('login.sessionState.live')}
      </Tag>
    );
  return (
    <>
      {row.sessionMs !== null && durationText(row.sessionMs, language)}
      {row.endedBy !== null && <small className="wl-soft"> {t(`login.endedBy.${row.endedBy}`)}</small>}
    </>
  );
}

function Flags({ row }: { row: LoginView }): ReactElement {
  const t = useT('logs');
  if (row.flags.length === 0) return <span className="whk-nothing">—</span>;
  return (
    <>
      {row.flags.map((flag) => (
        <Tag key={flag} variant="filled" className="wl-flag">
          {t(`login.flags.${flag}`)}
        </Tag>
      ))}
    </>
  );
}
