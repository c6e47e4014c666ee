import { useInfiniteQuery } from '@tanstack/react-query';
import { Button, Segmented } from 'antd';
import { useState, type ReactElement } from 'react';
import type { Input as In } from '#kit/common/contract.ts';
import { call } from '#kit/console/call/call.ts';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import { ExportButton } from '#kit/console/jobs/export-button.tsx';
import { queryKeyOf } from '#kit/console/page/query.ts';
import { EmptyState } from '#kit/console/states/empty-state.tsx';
import { ErrorState } from '#kit/console/states/error-state.tsx';
import { WaitingForm } from '#kit/console/states/waiting.tsx';
import type { Language } from '#kit/common/language.ts';
import { numberText, timeText } from '#kit/console/table/formats.ts';
import {
  itemActions,
  sourceRunExport,
  sourceRunItems,
  type ItemAction,
  type RunDetail,
  type RunItem,
} from '../../common/source-run.contract.ts';
import { wordOf } from '../counts-text.tsx';
import { ItemDecisions } from './item-decisions.tsx';
import { askedOf, everyLine, ItemFilters, type LineFilter } from './item-filters.tsx';

/** States of a run whose lines have ended. */
const decided: ReadonlySet<RunDetail['state']> = new Set(['applying', 'applied', 'undone', 'failed', 'cancelled']);

/** The lines of a plan: by action, each with its fields before and after. */
export function RunItems({ run }: { run: RunDetail }): ReactElement {
  const t = useT('user-centre');
  const [language] = useLanguage();
  const present = itemActions.filter((action) => (run.counts[action] ?? 0) > 0);
  const told = present.filter((action) => action !== 'unchanged');
  const [chosen, setChosen] = useState<ItemAction | 'all'>('all');
  const [filter, setFilter] = useState(everyLine);
  const asked = askedOf(filter);
  const action = chosen === 'all' ? told : [chosen];
  const count = (one: ItemAction): number => run.counts[one] ?? 0;
  const tabs = [
    {
      value: 'all' as const,
      label: `${t('source.items.all')} ${numberText(
        told.reduce((sum, one) => sum + count(one), 0),
        language,
      )}`,
    },
    ...present.map((one) => ({ value: one, label: `${wordOf(`sourceRun.action.${one}`)} ${numberText(count(one), language)}` })),
  ];
  return (
    <section className="whk-panel so-items" aria-label={t('source.items')}>
      <div className="so-items-tools">
        <Segmented aria-label={t('source.items.byAction')} value={chosen} onChange={setChosen} options={tabs} />
        <ItemFilters value={filter} decided={decided.has(run.state)} onChange={setFilter} />
        <ExportButton
          endpoint={sourceRunExport}
          input={(format) => ({ runId: run.id, format, ...asked, ...(chosen !== 'all' && { action: [chosen] }) })}
        />
      </div>
      <Lines run={run} request={{ runId: run.id, action: [...action], ...asked }} onReason={(reason) => setFilter({ ...filter, reason })} />
    </section>
  );
}

interface LinesProps {
  run: RunDetail;
  request: In<typeof sourceRunItems>;
  onReason: (reason: LineFilter['reason']) => void;
}

function Lines({ run, request, onReason }: LinesProps): ReactElement {
  const t = useT('user-centre');
  const [language] = useLanguage();
  const query = useInfiniteQuery({
    queryKey: [...queryKeyOf(sourceRunItems, request), run.state],
    queryFn: ({ pageParam, signal }) =>
      call(sourceRunItems, { ...request, ...(pageParam !== null && { after: pageParam }) }, { silent: true, signal }),
    initialPageParam: null as number | null,
    getNextPageParam: (last) => last.next,
    enabled: (request.action?.length ?? 0) > 0,
  });
  if (query.error) return <ErrorState error={query.error} retry={() => void query.refetch()} />;
  const items = query.data?.pages.flatMap(({ list }) => list) ?? [];
  if (query.isLoading) return <WaitingForm lines={6} />;
  if (items.length === 0) return <EmptyState title={t('source.items.none')} hint={t('source.items.noneHint')} />;
  return (
    <>
      <ul className="so-lines">
        {items.map((item) => (
          <Line key={item.seq} run={run} item={item} onReason={request.reasonCode === undefined ? onReason : undefined} />
        ))}
      </ul>
      <div className="so-items-foot">
        <span>
          {t('source.items.shown', {
            n: numberText(items.length, language),
            total: numberText(query.data?.pages[0]?.total ?? 0, language),
          })}
        </span>
        {query.hasNextPage && (
          <Button loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            {t('source.items.more')}
          </Button>
        )}
      </div>
    </>
  );
}

interface LineProps {
  run: RunDetail;
  item: RunItem;
  /** Shows the lines of this reason alone. */
  onReason: LinesProps['onReason'] | undefined;
}

function Line({ run, item, onReason }: LineProps): ReactElement {
  const t = useT('user-centre');
  const [language] = useLanguage();
  return (
    <li>
      <header>
        <span className="whk-tag" data-action={item.action}>
          {wordOf(`sourceRun.action.${item.action}`)}
        </span>
        <strong>{item.name}</strong>
        <small>
          {wordOf(`sourceRun.objectKind.${item.objectKind}`)}
          {item.externalId !== null && ` · ${item.externalId}`}
          {item.administrator && ` · ${t('source.items.admin')}`}
          {item.state !== 'planned' && ` · ${wordOf(`sourceRun.state.${item.state}`)}`}
        </small>
        <ItemDecisions run={run} item={item} />
      </header>
      {item.reason !== null && <Reason item={item} onReason={onReason} />}
      {item.candidates.length > 0 && (
        <p>
          {t('source.items.candidates')}{' '}
          {item.candidates.map(({ name, account, departmentName }) => `${name} (${account}, ${departmentName})`).join('; ')}
        </p>
      )}
      {item.fields.length > 0 && (
        <dl className="whk-diffs">
          {item.fields.map(({ field, label, before, after, owner }) => (
            <div key={field}>
              <dt>{label}</dt>
              <dd>
                {before !== null && before !== '' && (
                  <>
                    <span className="wh-hidden">{t('source.items.before')}</span>
                    <del>{momentOr(before, language)}</del>{' '}
                  </>
                )}
                <span className="wh-hidden">{t('source.items.after')}</span>
                <ins>{after === null ? '—' : momentOr(after, language)}</ins>
                {owner !== null && <small> ← {owner}</small>}
              </dd>
            </div>
          ))}
        </dl>
      )}
    </li>
  );
}

/** A moment as the reader's clock shows it, other words as they are. */
const momentOr = (text: string, language: Language): string =>
  /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(text) ? timeText(Date.parse(text), language) : text;

/** Why a line does nothing, and the way to all lines of that reason. */
function Reason({ item: { reason, reasonCode }, onReason }: Pick<LineProps, 'item' | 'onReason'>): ReactElement {
  const t = useT('user-centre');
  return (
    <p>
      {reason}{' '}
      {onReason && reasonCode !== null && (
        <Button type="link" size="small" onClick={() => onReason({ code: reasonCode, text: reason ?? reasonCode })}>
          {t('source.items.such')}
        </Button>
      )}
    </p>
  );
}
