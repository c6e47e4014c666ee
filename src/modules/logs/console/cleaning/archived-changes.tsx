import { useInfiniteQuery } from '@tanstack/react-query';
import { Button, Input } from 'antd';
import { useState, type ReactElement } from 'react';
import { call } from '#kit/console/call/call.ts';
import { useT } from '#kit/console/i18n/use-t.ts';
import { queryKeyOf, readAgain } from '#kit/console/page/query.ts';
import { EmptyState } from '#kit/console/states/empty-state.tsx';
import { ErrorState } from '#kit/console/states/error-state.tsx';
import { WaitingForm } from '#kit/console/states/waiting.tsx';
import { archiveChanges } from '../../common/cleaning/archive-changes.contract.ts';
import { OperationLineView } from '../components/operation-line.tsx';
import '../components/logs.css';
import './cleaning.css';
import { At } from '../components/at.tsx';

const slice = 20;

/** The changes of a restored archive of the journal, newest first. */
export function ArchivedChanges({ id }: { id: string }): ReactElement {
  const t = useT('logs');
  const kit = useT('kit');
  const [text, setText] = useState('');
  const input = { id, pageSize: slice, ...(text !== '' && { text }) };
  const query = useInfiniteQuery({
    queryKey: [...queryKeyOf(archiveChanges, input), 'slices'],
    queryFn: ({ pageParam, signal }) =>
      call(archiveChanges, { ...input, ...(pageParam !== '' && { after: pageParam }) }, { silent: true, signal }),
    initialPageParam: '',
    getNextPageParam: (last) => last.next,
    retry: readAgain,
  });
  const lines = query.data?.pages.flatMap((page) => page.list);
  return (
    <>
      <Input.Search
        allowClear
        maxLength={100}
        aria-label={t('archive.findObject')}
        placeholder={t('archive.findObject')}
        onSearch={setText}
      />
      {query.error && <ErrorState error={query.error} retry={() => void query.refetch()} />}
      {query.isPending && <WaitingForm />}
      {lines?.length === 0 && <EmptyState title={t('archive.noChanges')} />}
      {lines && lines.length > 0 && (
        <ol className="wlc-changes" aria-label={t('home.series.changes')}>
          {lines.map((line) => (
            <li key={line.id}>
              <p className="wl-soft">
                <At at={line.at} /> {[line.name, line.address, line.what].filter((part) => part !== '').join(' · ')}
              </p>
              <OperationLineView line={line} named />
            </li>
          ))}
        </ol>
      )}
      {query.hasNextPage && (
        <Button loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          {kit('list.more')}
        </Button>
      )}
    </>
  );
}
