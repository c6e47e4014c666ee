import { Button } from 'antd';
import { useState, type ReactElement } from 'react';
import type { Reply } from '#kit/common/contract.ts';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import { useRead } from '#kit/console/page/query.ts';
import { wordsOf } from '#kit/console/page/subject.ts';
import { useNarrow } from '#kit/console/page/use-narrow.ts';
import { ErrorState } from '#kit/console/states/error-state.tsx';
import { WaitingForm } from '#kit/console/states/waiting.tsx';
import { timeText } from '#kit/console/table/formats.ts';
import { serverOverview } from '../../common/overview.contract.ts';
import { serverConfig } from '../subjects.ts';
import { Drawing } from './drawing.tsx';
import './servers.css';

type Look = Reply<typeof serverOverview>;
const nothing = {};

/** Zones, servers and what depends on them: as a drawing, and as a table for who reads rather than looks. */
export function Overview({ onOpen }: { onOpen: (id: string) => void }): ReactElement {
  const t = useT('servers');
  const narrow = useNarrow();
  const [asTable, setAsTable] = useState<boolean>();
  const { data, error, refetch } = useRead(serverOverview, nothing, { every: 15_000 });
  if (error && !data) return <ErrorState error={error} retry={() => void refetch()} />;
  if (!data) return <WaitingForm lines={8} />;
  const table = asTable ?? narrow;
  return (
    <section className="ws-overview" aria-label={t('overview.title')}>
      <header>
        <h2>{t('overview.title')}</h2>
        <Button onClick={() => setAsTable(!table)}>{t(table ? 'overview.asDrawing' : 'overview.asTable')}</Button>
      </header>
      {/* A drawing says nothing to who hears the page: the table stands there for them all the same. */}
      {table ? <Tables look={data} onOpen={onOpen} /> : <Drawing look={data} />}
      {!table && (
        <div className="wh-hidden">
          <Tables look={data} />
        </div>
      )}
    </section>
  );
}

function Tables({ look, onOpen }: { look: Look; onOpen?: (id: string) => void }): ReactElement {
  const t = useT('servers');
  const [language] = useLanguage();
  const words = wordsOf(serverConfig);
  const heads = ['name', 'kind', 'zone', 'state', 'certificateEndsAt', 'platforms'] as const;
  return (
    <div className={onOpen ? 'ws-scroll' : undefined}>
      <table className="ws-table whk-stacked" aria-label={t('tab.servers')}>
        <thead>
          <tr>
            {heads.map((name) => (
              <th key={name} scope="col">
                {words.field(name)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {look.servers.length === 0 && (
            <tr>
              <td colSpan={heads.length}>{t('overview.noServers')}</td>
            </tr>
          )}
          {look.servers.map((one) => (
            <tr key={one.id}>
              <td>
                {onOpen ? (
                  <Button type="link" size="small" onClick={() => onOpen(one.id)}>
                    {one.name}
                  </Button>
                ) : (
                  one.name
                )}
              </td>
              <td data-label={words.field('kind')}>{words.value('kind', one.kind)}</td>
              <td data-label={words.field('zone')}>{one.zones.map((zone) => t(`overview.zone.${zone}`)).join(', ')}</td>
              <td className="ws-state" data-state={one.state} data-label={words.field('state')}>
                {[
                  words.value('state', one.state),
                  ...(one.enabled ? [] : [words.value('enabled', 'false')]),
                  ...(one.draining ? [words.value('draining', 'true')] : []),
                ].join(', ')}
              </td>
              <td data-label={words.field('certificateEndsAt')}>{one.daysLeft === null ? '—' : t('check.days', { days: one.daysLeft })}</td>
              <td data-label={words.field('platforms')}>{one.platforms.map((platform) => t(`platform.${platform}`)).join(', ') || '—'}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <table className="ws-table" aria-label={t('field.platforms')}>
        <tbody>
          {look.platforms.map(({ platform, publishedAt }) => (
            <tr key={platform}>
              <th scope="row">{t(`platform.${platform}`)}</th>
              <td>
                {publishedAt === null ? t('overview.notPublished') : t('overview.publishedAt', { time: timeText(publishedAt, language) })}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <table className="ws-table" aria-label={t('overview.nodes')}>
        <tbody>
          {look.nodes.map((node) => (
            <tr key={node.id}>
              <th scope="row">{t('overview.node', { host: node.host, pid: node.pid })}</th>
              <td>{node.version}</td>
              <td>{t(node.gone ? 'overview.nodeGone' : 'overview.nodeAlive')}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
