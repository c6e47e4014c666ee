import { Button } from 'antd';
import type { ReactElement, ReactNode } from 'react';
import { ActionButton } from '#kit/console/action/action-button.tsx';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import { useRead } from '#kit/console/page/query.ts';
import { numberText } from '#kit/console/table/formats.ts';
import { consoleLoginList, loginSummary, loginUnlock } from '../../common/login-log.contract.ts';
import { TimeBars } from './time-bars.tsx';
import { useTimeText } from './use-time-text.ts';

/** A sign-in succeeds or is refused. */
const results = ['refused', 'ok'] as const;

interface LoginHeadsProps {
  side: 'console' | 'client';
  /** Of the list; the last day where it is open. */
  span: { from?: number | undefined; to?: number | undefined };
  /** Narrows the list to what was pointed at. */
  onFilter: (filters: Readonly<Record<string, unknown>>) => void;
}

/** What stands out in the span of the list, else in the last day: failures, hour by hour as well, accounts that are locked, addresses and accounts with most failures. */
export function LoginHeads({ side, span: { from, to }, onFilter }: LoginHeadsProps): ReactElement {
  const t = useT('logs');
  const [language] = useLanguage();
  const timeText = useTimeText();
  const { data, isError } = useRead(loginSummary, { side, from, to }, { every: 60_000 });
  const number = (value: number): string => numberText(value, language);
  const bars = data && { ...data, step: 'hour' as const, list: data.hours.map((hour) => ({ ...hour, failed: 0 })) };
  return (
    <>
      <section className="wl-heads" aria-label={t('login.heads')} aria-busy={!data && !isError}>
        <Head title={t('login.failures')}>
          <strong>{data ? number(data.failures) : '—'}</strong>
          <small className="wl-soft">
            {t('login.successes')} {data ? number(data.successes) : '—'}
          </small>
          <ul>
            {data?.reasons.slice(0, 3).map(({ reason, count }) => (
              <li key={reason}>
                <Button type="link" size="small" onClick={() => onFilter({ reason: [reason] })}>
                  {t(`login.reason.${reason}`)}
                </Button>
                <small className="wl-soft">{t('login.times', { count: number(count) })}</small>
              </li>
            ))}
          </ul>
        </Head>
        <Head title={t('login.locked')}>
          {data?.locked.length === 0 && <span className="wl-soft">{t('login.lockedNone')}</span>}
          <ul>
            {data?.locked.slice(0, 3).map((person) => (
              <li key={person.uid}>
                {person.name} <small className="wl-soft">{t('login.lockedUntil', { time: timeText(person.until) })}</small>{' '}
                <ActionButton
                  endpoint={loginUnlock}
                  input={{ uid: person.uid }}
                  names={[person.name]}
                  size="small"
                  invalidates={[loginSummary, consoleLoginList]}
                />
              </li>
            ))}
          </ul>
        </Head>
        <Head title={t('login.topAddresses')}>
          <ul>
            {data?.addresses.slice(0, 3).map(({ value, count }) => (
              <li key={value}>
                <Button type="link" size="small" onClick={() => onFilter({ address: value })}>
                  {value}
                </Button>
                <small className="wl-soft">{t('login.times', { count: number(count) })}</small>
              </li>
            ))}
          </ul>
          {data?.addresses.length === 0 && <span className="wl-soft">{t('login.none')}</span>}
        </Head>
        <Head title={t('login.topAccounts')}>
          <ul>
            {data?.accounts.slice(0, 3).map(({ value, name, count }) => (
              <li key={value}>
                {value} {name !== null && name !== value && <span>{name}</span>}{' '}
                <small className="wl-soft">{t('login.times', { count: number(count) })}</small>
              </li>
            ))}
          </ul>
          {data?.accounts.length === 0 && <span className="wl-soft">{t('login.none')}</span>}
        </Head>
      </section>
      <TimeBars
        label={t('login.histogram')}
        results={results}
        read={{ data: bars, isError }}
        onSpan={(from, to) => onFilter({ from, to })}
      />
    </>
  );
}

function Head({ title, children }: { title: string; children: ReactNode }): ReactElement {
  return (
    <div>
      <h2>{title}</h2>
      {children}
    </div>
  );
}
