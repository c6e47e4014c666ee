import { useInfiniteQuery } from '@tanstack/react-query';
import { Button, Checkbox, Input, Segmented } from 'antd';
import { useState, type ReactElement } from 'react';
import type { Input as In } from '#kit/common/contract.ts';
import { call } from '#kit/console/call/call.ts';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import { queryKeyOf } from '#kit/console/page/query.ts';
import { EmptyState } from '#kit/console/states/empty-state.tsx';
import { ErrorState } from '#kit/console/states/error-state.tsx';
import { WaitingForm } from '#kit/console/states/waiting.tsx';
import { numberText } from '#kit/console/table/formats.ts';
import { itemActions, sourceRunItems, type ItemAction, type RunDetail, type RunItem } from '../../../common/source/source-run.contract.ts';
import { wordOf } from '../counts-text.tsx';
import { ItemDecisions } from './item-decisions.tsx';

/** The lines of a plan: by action, each with its fields before and after. */
export function RunItems({ run }: { run: RunDetail }): ReactElement {
  const t = useT('user-centre');
  const [language] = useLanguage();
  const present = itemActions.filter((action) => (run.counts[action] ?? 0) > 0);
  const told = present.filter((action) => action !== 'unchanged');
  const [chosen, setChosen] = useState<ItemAction | 'all'>('all');
  const [text, setText] = useState('');
  const [adminsOnly, setAdminsOnly] = useState(false);
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
        <Input
          allowClear
          className="whk-filter-search"
          aria-label={t('source.items.search')}
          placeholder={t('source.items.search')}
          maxLength={100}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
        <Checkbox checked={adminsOnly} onChange={({ target }) => setAdminsOnly(target.checked)}>
          {t('source.items.admins')}
        </Checkbox>
      </div>
      <Lines
        run={run}
        wish={{ runId: run.id, action: [...action], ...(text.trim() !== '' && { text: text.trim() }), ...(adminsOnly && { adminsOnly }) }}
      />
    </section>
  );
}

function Lines({ run, wish }: { run: RunDetail; wish: In<typeof sourceRunItems> }): ReactElement {
  const t = useT('user-centre');
  const [language] = useLanguage();
  const query = useInfiniteQuery({
    queryKey: [...queryKeyOf(sourceRunItems, wish), run.state],
    queryFn: ({ pageParam, signal }) =>
      call(sourceRunItems, { ...wish, ...(pageParam !== null && { after: pageParam }) }, { silent: true, signal }),
    initialPageParam: null as number | null,
    getNextPageParam: (last) => last.next,
    enabled: (wish.action?.length ?? 0) > 0,
  });
  if (query.error) return <ErrorState error={query.error} retry={() => void query.refetch()} />;
  const items = query.data?.pages.flatMap(({ list }) => list) ?? [];
  if (query.isLoading) return <WaitingForm lines={6} />;
  if (items.length === 0) return <EmptyState title={t('source.items.none')} hint={t('source.items.noneHint')} />;
  return (
    <>
      <ul className="so-lines">
        {items.map((item) => (
          <Line key={item.seq} run={run} item={item} />
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

function Line({ run, item }: { run: RunDetail; item: RunItem }): ReactElement {
  const t = useT('user-centre');
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
      {item.reason !== null && <p>{item.reason}</p>}
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
                    <del>{before}</del>{' '}
                  </>
                )}
                <span className="wh-hidden">{t('source.items.after')}</span>
                <ins>{after ?? '—'}</ins>
                {owner !== null && <small> ← {owner}</small>}
              </dd>
            </div>
          ))}
        </dl>
      )}
    </li>
  );
}
