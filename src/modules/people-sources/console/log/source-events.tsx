import { ReloadOutlined } from '@ant-design/icons';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import type { ReactElement } from 'react';
import type { Reply } from '#kit/common/contract.ts';
import { call } from '#kit/console/call/call.ts';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import { BackLink } from '#kit/console/object/object-page.tsx';
import { PageFrame } from '#kit/console/page/page-frame.tsx';
import { queryKeyOf, useRead } from '#kit/console/page/query.ts';
import { EmptyState } from '#kit/console/states/empty-state.tsx';
import { ErrorState } from '#kit/console/states/error-state.tsx';
import { WaitingForm } from '#kit/console/states/waiting.tsx';
import { timeText } from '#kit/console/table/formats.ts';
import { sourceEventList } from '../../common/source-run.contract.ts';
import { sourceGet } from '../../common/source.contract.ts';
import { wordOf } from '../counts-text.tsx';
import '../source.css';

type Event = Reply<typeof sourceEventList>['list'][number];

/** What the other side pushed to a source, the newest first. */
export function SourceEvents({ id, onClose }: { id: string; onClose: () => void }): ReactElement {
  const t = useT('user-centre');
  const k = useT('kit');
  const { data: source } = useRead(sourceGet, { id });
  const query = useInfiniteQuery({
    queryKey: [...queryKeyOf(sourceEventList, { id }), 'slices'],
    queryFn: ({ pageParam, signal }) =>
      call(sourceEventList, { id, ...(pageParam !== null && { after: pageParam }) }, { silent: true, signal }),
    initialPageParam: null as number | null,
    getNextPageParam: (last) => last.next,
  });
  const events = query.data?.pages.flatMap(({ list }) => list) ?? [];
  return (
    <PageFrame
      title={source ? t('source.eventsOf', { name: source.name }) : t('source.events')}
      help={t('source.eventsHelp')}
      actions={
        <Button icon={<ReloadOutlined aria-hidden="true" />} loading={query.isRefetching} onClick={() => void query.refetch()}>
          {k('list.reload')}
        </Button>
      }
    >
      <BackLink label={t('source.toRuns')} go={onClose} />
      {query.error && <ErrorState error={query.error} retry={() => void query.refetch()} />}
      {query.isLoading && <WaitingForm lines={8} />}
      {query.isSuccess && (
        <section className="whk-panel so-items" aria-label={t('source.events')}>
          {events.length === 0 ? <EmptyState title={t('source.noEvents')} hint={t('source.noEventsHint')} /> : <Events events={events} />}
          {query.hasNextPage && (
            <Button loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
              {k('list.more')}
            </Button>
          )}
        </section>
      )}
    </PageFrame>
  );
}

const columns = ['at', 'kind', 'externalId', 'result', 'address'] as const;

function Events({ events }: { events: readonly Event[] }): ReactElement {
  const t = useT('user-centre');
  const [language] = useLanguage();
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls must be reachable by keyboard (WCAG 2.1.1)
    <div className="so-scroll" role="region" aria-label={t('source.events')} tabIndex={0}>
      <table className="so-table so-events">
        <thead>
          <tr>
            {columns.map((name) => (
              <th key={name} scope="col">
                {t(`source.event.${name}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {events.map((event) => (
            <tr key={event.id} data-result={event.result}>
              <td>{timeText(event.at, language)}</td>
              <td>{whatOf(event)}</td>
              <td>
                <code>{event.externalId ?? '—'}</code>
              </td>
              <td>
                {wordOf(`source.event.result.${event.result}`)}
                {event.status !== null && ` (${event.status})`}
              </td>
              <td>{event.address ?? '—'}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** A bulk request or a search is of no one kind of object. What SCIM calls a group need not be a department here. */
function whatOf({ kind, objectKind }: Event): string {
  const what = wordOf(`source.event.kind.${kind}`);
  const words = kind.startsWith('event.') ? 'source.event.object' : 'source.event.of';
  return objectKind === null || kind === 'scim.bulk' ? what : `${what} · ${wordOf(`${words}.${objectKind}`)}`;
}
