import { Select } from 'antd';
import { useState, type ReactElement } from 'react';
import { Link } from 'react-router';
import { valueText } from '#kit/console/chart/chart-text.ts';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import { useRead } from '#kit/console/page/query.ts';
import { EmptyState } from '#kit/console/states/empty-state.tsx';
import { callsPage } from '../../common/permissions.ts';
import { statCompare, statOrders, statTop, type StatGroup } from '../../common/stat.contract.ts';
import { Change } from './stat-heads.tsx';
import type { StatState } from './use-stat-filters.ts';

/** Figures of each group; the calls behind them are a click away. */
export function StatTable({ state }: { state: StatState }): ReactElement {
  const t = useT('call-logs');
  const [language] = useLanguage();
  const [order, setOrder] = useState<(typeof statOrders)[number]>('calls');
  const [against, setAgainst] = useState<Against>('before');
  const { data } = useRead(statTop, { ...state.asked, groupBy: state.groupBy, order });
  const callsThen = useThen(state, against);
  const ms = (value: number | null): string => valueText(value, 'ms', language);
  return (
    <section className="wcl-groups">
      <header>
        <h2 className="wcl-heading">{t('stat.table')}</h2>
        <Select
          aria-label={t('stat.orderLabel')}
          value={order}
          options={statOrders.map((value) => ({ value, label: t(`stat.order.${value}`) }))}
          onChange={setOrder}
        />
        <Select<Against>
          aria-label={t('stat.againstLabel')}
          value={against}
          options={(['before', 'week', 'year'] as const).map((value) => ({ value, label: t(`stat.against.${value}`) }))}
          onChange={setAgainst}
        />
      </header>
      {data && data.groups.length === 0 && <EmptyState title={t('stat.none')} hint={t('stat.noneHint')} />}
      {data && data.groups.length > 0 && (
        <table className="whk-stacked">
          <thead>
            <tr>
              {(['label', 'calls', 'share', 'p50', 'p95', 'p99', 'cached', 'limited'] as const).map((column) => (
                <th scope="col" key={column}>
                  {t(`stat.column.${column}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {data.groups.map((group) => (
              <tr key={group.key}>
                <th scope="row" data-label={t('stat.column.label')}>
                  <Link to={`${callsPage.route}?${callsOf(group, state)}`} title={t('stat.drill')}>
                    {group.label}
                  </Link>
                  {group.detail !== null && <small className="wcl-soft"> {group.detail}</small>}
                </th>
                <td data-label={t('stat.column.calls')}>
                  {valueText(group.calls, 'count', language)}{' '}
                  <small className="wcl-soft">
                    <Change
                      now={group.calls}
                      before={against === 'before' ? group.before.calls : (callsThen.get(group.key) ?? 0)}
                      word={against}
                    />
                  </small>
                </td>
                <td data-label={t('stat.column.share')} data-bad={group.failures > 0}>
                  {valueText(group.calls === 0 ? 0 : (group.failures / group.calls) * 100, 'percent', language)}
                </td>
                <td data-label={t('stat.column.p50')}>{ms(group.p50)}</td>
                <td data-label={t('stat.column.p95')}>{ms(group.p95)}</td>
                <td data-label={t('stat.column.p99')}>{ms(group.p99)}</td>
                <td data-label={t('stat.column.cached')}>{valueText(group.cached, 'count', language)}</td>
                <td data-label={t('stat.column.limited')}>{valueText(group.limited, 'count', language)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {data && data.unused.length > 0 && data.groups.length > 0 && (
        <details className="wcl-unused">
          <summary>
            {t('stat.unused')} ({data.unused.length})
          </summary>
          <ul>
            {data.unused.map(({ id, name, path }) => (
              <li key={id}>
                {name} <code>{path}</code>
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  );
}

const day = 86_400_000;
const ago = { before: 0, week: 7 * day, year: 364 * day } as const;
/** With which other time the figures are compared; a year is 52 weeks, so that days of the week meet. */
type Against = keyof typeof ago;

/** Calls of the groups in the other time. */
function useThen({ asked, groupBy }: StatState, against: Against): ReadonlyMap<string, number> {
  const otherFrom = Math.max(0, Number(asked.from ?? 0) - ago[against]);
  const { data } = useRead(statCompare, { ...asked, groupBy, otherFrom, most: 200 }, { enabled: against !== 'before' });
  return new Map(data?.groups.map(({ key, other }) => [key, other.calls]));
}

/** The filters of the call log that show the calls of a group. */
function callsOf({ key }: StatGroup, { asked, groupBy }: StatState): string {
  const query = new URLSearchParams();
  if (asked.from !== undefined) query.set('from', String(asked.from));
  if (asked.to !== undefined) query.set('to', String(asked.to));
  if (asked.interfaceId !== undefined) query.set('interfaceId', asked.interfaceId);
  if (asked.systemId !== undefined) query.set('systemId', asked.systemId);
  const [first = '', second = ''] = key.split(':');
  if (groupBy === 'interface') query.set('interfaceId', key);
  if (groupBy === 'system') query.set('systemId', key);
  if (groupBy === 'class') query.set('class', key);
  if (groupBy === 'caller') {
    query.set('callerKind', first);
    if (second !== '') query.set('callerId', second);
  }
  if (groupBy === 'version') {
    query.set('interfaceId', first);
    query.set('versionNo', second);
  }
  return query.toString();
}
