import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { Button } from 'antd';
import type { ReactElement, ReactNode } from 'react';
import { Link } from 'react-router';
import { listBatches, type BatchView } from '#kit/common/change/journal.contract.ts';
import { warningMine } from '#kit/common/warning/mine.contract.ts';
import { call } from '../../call/call.ts';
import { sessionList } from '../../boot/session-wire.ts';
import { useT, type T } from '../../i18n/use-t.ts';
import { deviceOf } from '#kit/common/session/device-name.ts';
import { changesPage } from '../../routes/page-table.ts';
import { notifiedKey } from '../notified-key.ts';
import { useMoment } from './use-moment.ts';

const shown = 4;

/** Open warnings that one was told of. */
export function WarningsTile(): ReactElement {
  const t = useT('kit');
  const moment = useMoment();
  const told = useQuery({
    queryKey: [...notifiedKey, 'home'],
    queryFn: ({ signal }) => call(warningMine, { open: true, pageSize: 100 }, { signal, silent: true }),
  });
  const list = told.data?.list ?? [];
  return (
    <Tile title={t('home.warnings')} query={told} tone={list.length > 0 ? 'bad' : 'good'}>
      <p className="wh-figure">{list.length > 0 ? t('home.warningsOpen', { count: list.length }) : t('home.warningsNone')}</p>
      <ul>
        {list.slice(0, shown).map((one) => (
          <li key={one.id}>
            {one.link === null ? <span>{one.text}</span> : <Link to={one.link}>{one.text}</Link>}
            <small>{moment(one.at)}</small>
          </li>
        ))}
      </ul>
    </Tile>
  );
}

/** The latest batches of the journal that one may read, each leading to what it did. */
export function ChangesTile(): ReactElement {
  const t = useT('kit');
  const moment = useMoment();
  const batches = useQuery({
    queryKey: ['home', 'changes'],
    queryFn: ({ signal }) => call(listBatches, { pageSize: shown }, { signal, silent: true }),
  });
  const list = batches.data?.list ?? [];
  const page = changesPage();
  return (
    <Tile title={t('home.changes')} query={batches} tone="plain" to={page}>
      {list.length === 0 && <p className="wh-figure">{t('home.changesNone')}</p>}
      <ul>
        {list.map((batch) => (
          <li key={batch.id}>
            {page === undefined ? (
              <span>{changeText(batch, t)}</span>
            ) : (
              <Link to={`${page}?${new URLSearchParams({ batchId: batch.id })}`}>{changeText(batch, t)}</Link>
            )}
            <small>{t('home.changeBy', { person: batch.by.name, time: moment(batch.at) })}</small>
          </li>
        ))}
      </ul>
    </Tile>
  );
}

/** `Edited people in bulk: Zhang San, Li Si and 40 more`. */
function changeText({ what, objects, counts }: BatchView, t: T<'kit'>): string {
  const all = Object.values(counts).reduce((sum, count) => sum + (count ?? 0), 0);
  const names = objects.join(t('home.separator'));
  if (objects.length === 0) return what;
  return all > objects.length ? t('home.changeMore', { what, names, count: all - objects.length }) : t('home.changeLine', { what, names });
}

/** Where one is signed in besides here. */
export function SessionsTile(): ReactElement {
  const t = useT('kit');
  const moment = useMoment();
  const sessions = useQuery({
    queryKey: ['sessions', 'own', 'home'],
    queryFn: ({ signal }) => call(sessionList, {}, { signal, silent: true }),
  });
  return (
    <Tile title={t('home.sessions')} query={sessions} tone="plain">
      <ul>
        {(sessions.data?.list ?? []).slice(0, shown).map((session) => (
          <li key={session.id}>
            <span>
              {deviceOf(session.userAgent)} · {session.address}
            </span>
            <small>{session.current ? t('home.sessionHere') : moment(session.lastSeenAt)}</small>
          </li>
        ))}
      </ul>
    </Tile>
  );
}

interface TileProps {
  title: string;
  query: UseQueryResult<unknown>;
  tone: 'good' | 'warn' | 'bad' | 'plain';
  /** Where all of it stands. */
  to?: string | undefined;
  children: ReactNode;
}

function Tile({ title, query, tone, to, children }: TileProps): ReactElement {
  const t = useT('kit');
  return (
    <section className="wh-tile" data-tone={query.isSuccess ? tone : 'plain'} aria-label={title} aria-busy={query.isPending}>
      <h2>{to === undefined ? title : <Link to={to}>{title}</Link>}</h2>
      {query.isPending && (
        <div className="wh-tile-waiting">
          <i />
          <i />
        </div>
      )}
      {query.isError && (
        <p className="wh-soft" role="status">
          {t('home.unread')}{' '}
          <Button size="small" onClick={() => void query.refetch()}>
            {t('home.retry')}
          </Button>
        </p>
      )}
      {query.isSuccess && children}
    </section>
  );
}
