import { useInfiniteQuery } from '@tanstack/react-query';
import { Button, Tag } from 'antd';
import { useState, type ReactElement } from 'react';
import { listJournal, type JournalView } from '#kit/common/change/journal.contract.ts';
import { call } from '../call/call.ts';
import { textIfAny } from '../i18n/i18n.ts';
import { useLanguage, useT } from '../i18n/use-t.ts';
import { queryKeyOf, readAgain } from '../page/query.ts';
import { useWords, wordsOf, type Subject } from '../page/subject.ts';
import { EmptyState } from '../states/empty-state.tsx';
import { ErrorState } from '../states/error-state.tsx';
import { WaitingForm } from '../states/waiting.tsx';
import { dayText, timeText } from '../table/formats.ts';
import './change.css';
import { FieldDiffs, type ValueText } from './field-diffs.tsx';
import { RevertDialog } from './revert-dialog.tsx';

interface HistoryTabProps {
  /** How the object's fields are called. */
  subject: Subject;
  /** Kind of the object in the journal. */
  kind: string;
  objectId: string;
  /** Words for values that are no plain ones. */
  tell?: ValueText;
}

const slice = 20;

/** What was changed on one object, newest first: who, when, from where, before and after, and the way to undo it. */
export function HistoryTab({ subject, kind, objectId, tell }: HistoryTabProps): ReactElement {
  const t = useT('kit');
  const [language] = useLanguage();
  const [reverting, setReverting] = useState<JournalView>();
  const input = { kind: [kind], objectId, pageSize: slice };
  const query = useInfiniteQuery({
    queryKey: [...queryKeyOf(listJournal, input), 'slices'],
    queryFn: ({ pageParam, signal }) =>
      call(listJournal, { ...input, ...(pageParam !== '' && { after: pageParam }) }, { silent: true, signal }),
    initialPageParam: '',
    getNextPageParam: (last) => last.next,
    retry: readAgain,
  });
  if (query.error) return <ErrorState error={query.error} retry={() => void query.refetch()} />;
  if (query.isPending) return <WaitingForm />;
  const lines = query.data.pages.flatMap((page) => page.list);
  const past = query.hasNextPage || lines.at(-1)?.action === 'create' ? null : (query.data.pages.at(-1)?.past ?? null);
  const date = past === null ? '' : dayText(new Date(past).toISOString().slice(0, 10), language);
  if (lines.length === 0)
    return <EmptyState title={t('history.empty')} hint={past === null ? t('history.emptyHint') : t('history.past', { date })} />;
  return (
    <>
      <ol className="whk-history" aria-label={t('history.title')}>
        {lines.map((line) => (
          <JournalLine key={line.id} line={line} subject={subject} tell={tell} onRevert={() => setReverting(line)} />
        ))}
      </ol>
      {past !== null && <p className="whk-history-past">{t('history.past', { date })}</p>}
      {query.hasNextPage && (
        <Button loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          {t('list.more')}
        </Button>
      )}
      {reverting && <RevertDialog line={reverting} subject={subject} onClose={() => setReverting(undefined)} />}
    </>
  );
}

interface LineProps {
  line: JournalView;
  subject: Subject;
  tell: ValueText | undefined;
  onRevert: () => void;
}

function JournalLine({ line, subject, tell, onRevert }: LineProps): ReactElement {
  const t = useT('kit');
  const [language] = useLanguage();
  const words = useWords(subject);
  return (
    <li>
      <header>
        <Tag variant="filled">{textIfAny('kit', `action.${line.action}`) ?? line.action}</Tag>
        <time dateTime={new Date(line.at).toISOString()}>{timeText(line.at, language)}</time>
        <span>{line.by.address ? t('history.by', { person: line.by.name, address: line.by.address }) : line.by.name}</span>
        <span>{textIfAny('kit', `source.${line.source}`) ?? line.source}</span>
        {line.revertedBy !== null && <Tag color="gold">{t('history.reverted')}</Tag>}
        {line.mayRevert && line.revertedBy === null && (
          <Button size="small" aria-label={t('history.revertOne', { name: line.objectName })} onClick={onRevert}>
            {t('history.revert')}
          </Button>
        )}
      </header>
      {line.reason && <p>{t('history.reason', { reason: line.reason })}</p>}
      <FieldDiffs fields={line.fields} words={words ?? wordsOf(subject)} tell={tell} />
    </li>
  );
}
