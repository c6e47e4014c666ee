import type { ReactElement } from 'react';
import type { Reply } from '#kit/common/contract.ts';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import { useRead } from '#kit/console/page/query.ts';
import { wordsOf } from '#kit/console/page/subject.ts';
import { ErrorState } from '#kit/console/states/error-state.tsx';
import { WaitingForm } from '#kit/console/states/waiting.tsx';
import { bytesText, numberText, timeText } from '#kit/console/table/formats.ts';
import { serverNodes, type NodeRow } from '../../common/overview.contract.ts';
import { node } from '../subjects.ts';
import './servers.css';

const nothing = {};
const columns = ['host', 'pid', 'version', 'gone', 'startedAt', 'seenAt', 'load', 'loopP99', 'memory', 'connections', 'skew'] as const;

/** The processes of this product, and what they stand on; looked at again while it is on screen. */
export function Nodes(): ReactElement {
  const t = useT('servers');
  const words = wordsOf(node);
  const { data, error, refetch } = useRead(serverNodes, nothing, { every: 5_000 });
  if (error && !data) return <ErrorState error={error} retry={() => void refetch()} />;
  if (!data) return <WaitingForm lines={8} />;
  return (
    <>
      <section className="ws-card" aria-label={t('overview.nodes')}>
        <h3>{t('overview.nodes')}</h3>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region without controls needs a stop of its own (WCAG 2.1.1) */}
        <div className="ws-scroll" tabIndex={0} role="region" aria-label={t('overview.nodes')}>
          <table className="ws-table ws-nodes whk-stacked" aria-label={t('overview.nodes')}>
            <thead>
              <tr>
                {columns.map((name) => (
                  <th key={name} scope="col">
                    {words.field(name)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {data.nodes.map((row) => (
                <Line key={row.id} row={row} />
              ))}
            </tbody>
          </table>
        </div>
      </section>
      <RuntimeFacts data={data} />
    </>
  );
}

function Line({ row }: { row: NodeRow }): ReactElement {
  const [language] = useLanguage();
  const words = wordsOf(node);
  const told: Record<(typeof columns)[number], string> = {
    host: row.host,
    pid: String(row.pid),
    version: row.version,
    gone: words.value('gone', String(row.gone)),
    startedAt: timeText(row.startedAt, language),
    seenAt: timeText(row.seenAt, language),
    load: numberText(Math.round(row.load * 100) / 100, language),
    loopP99: numberText(Math.round(row.loopP99 * 10) / 10, language),
    memory: bytesText(row.memory, language),
    connections: numberText(row.connections, language),
    skew: numberText(row.skew, language),
  };
  return (
    <tr>
      <th scope="row">{row.host}</th>
      {columns.slice(1).map((name) => (
        <td
          key={name}
          data-label={words.field(name)}
          {...(name === 'gone' && { className: 'ws-state', 'data-state': row.gone ? 'failing' : 'ok' })}
        >
          {told[name]}
        </td>
      ))}
    </tr>
  );
}

function RuntimeFacts({ data }: { data: Reply<typeof serverNodes> }): ReactElement {
  const t = useT('servers');
  const [language] = useLanguage();
  const { database, cache, files, jobs, migrations } = data;
  const answered = (ok: boolean, ms: number | null): string => (ok ? t('check.ms', { ms: ms ?? 0 }) : t('ground.away'));
  const facts: readonly (readonly [name: string, text: string, bad?: boolean])[] = [
    [
      t('ground.database'),
      `${t('ground.databaseText', { version: database.version, bytes: bytesText(database.bytes, language), connections: database.connections, ms: database.ms })}${database.embedded ? ` (${t('ground.embedded')})` : ''}`,
    ],
    [t('ground.cache'), `${t(`ground.cacheKind.${cache.kind}`)}, ${answered(cache.ok, cache.ms)}`, !cache.ok],
    [
      t('ground.files'),
      [
        t(`ground.filesKind.${files.kind}`),
        answered(files.ok, files.ms),
        ...(files.free === null ? [] : [t('ground.free', { bytes: bytesText(files.free, language) })]),
      ].join(', '),
      !files.ok,
    ],
    [t('home.jobs'), t('ground.jobsText', { queued: jobs.queued, running: jobs.running, failed: jobs.failed })],
    [t('ground.migrations'), t('ground.migrationsText', { applied: migrations.applied, last: migrations.last })],
  ];
  return (
    <section className="ws-card whk-facts" aria-label={t('ground.title')}>
      <h3>{t('ground.title')}</h3>
      <dl>
        {facts.map(([name, text, bad]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className={bad ? 'ws-bad' : undefined}>{text}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
