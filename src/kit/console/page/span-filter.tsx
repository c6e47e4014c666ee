import { DownOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useState, type ReactElement } from 'react';
import type { Endpoint } from '#kit/common/contract.ts';
import { Opens } from '../action/opens.tsx';
import { useT } from '../i18n/use-t.ts';
import { later } from '../shell/later.tsx';
import { EmptyState } from '../states/empty-state.tsx';
import { WaitingForm } from '../states/waiting.tsx';
import { TimeFilter } from './filters.tsx';
import { filtersOf, spanHours, spanOf, widerThan, type LogSpan } from './log-span.ts';
import type { LogEndpoint } from './list-endpoint.ts';
import type { AnyList, FilteredList } from './use-list.ts';

const EnumChoices = later('enum-choices', async () => (await import('./enum-choices.tsx')).EnumChoices, <WaitingForm lines={3} />);

/** The words of a span, and how a list is moved to one. */
function useSpans(list: AnyList<object>): { span: LogSpan; words: (span: LogSpan) => string; search: (span: LogSpan) => void } {
  const t = useT('kit');
  const { from, to } = list.state.filters;
  const [opened] = useState(() => Date.now());
  const words = (span: LogSpan): string => {
    if (typeof span === 'string') return t(span === 'all' ? 'filters.allTime' : 'filters.ownSpan');
    const { hours } = span;
    if (hours === 24 * 365) return t('filters.year');
    return hours > 24 ? t('filters.days', { count: hours / 24 }) : t('filters.hours', { count: hours });
  };
  return {
    // What was chosen a while ago is measured by now.
    span: spanOf({ from, to, searched: list.searched, now: list.searched?.to ?? opened }),
    words,
    search: (span) => span !== 'own' && list.move({ filters: filtersOf(span, Date.now(), list.searched !== undefined) }),
  };
}

/** The span of time of a log: what is searched is its value, also where nobody chose it. Moments of one's own stand beside it. */
export function SpanFilter({ list }: { list: FilteredList<LogEndpoint> }): ReactElement {
  const t = useT('kit');
  const { span, words, search } = useSpans(list);
  const [own, setOwn] = useState(false);
  const shown = own || span === 'own';
  const value = shown ? 'own' : keyOf(span);
  const choose = (key: string | undefined): void => {
    setOwn(key === 'own');
    const chosen = spans.find((one) => keyOf(one) === key);
    if (key === undefined) list.move({ filters: { from: undefined, to: undefined } });
    else if (chosen) search(chosen);
  };
  return (
    <>
      <Opens
        placement="bottomLeft"
        content={(close) => (
          <EnumChoices
            label={t('filters.time')}
            options={[...spans.map(keyOf), 'own']}
            chosen={[value]}
            several={false}
            nameOf={(key) => words(spans.find((one) => keyOf(one) === key) ?? 'own')}
            choose={([key]) => (choose(key), close())}
            close={close}
          />
        )}
      >
        <Button className="whk-filter-button whk-filter-span" data-set={list.state.filters['from'] !== undefined || shown}>
          {`${t('filters.time')}: ${words(shown ? 'own' : span)}`}
          <DownOutlined aria-hidden="true" />
        </Button>
      </Opens>
      {shown && <TimeFilter<LogEndpoint> list={list} from="from" to="to" recent />}
    </>
  );
}

const spans: readonly LogSpan[] = [...spanHours.map((hours) => ({ hours })), 'all'];
const keyOf = (span: LogSpan): string => (typeof span === 'string' ? span : `h${span.hours}`);

/** Nothing in the span that was searched: which one that was, and the wider ones. */
export function NothingInSpan({ list }: { list: AnyList<object> & { readonly endpoint: Endpoint } }): ReactElement {
  const t = useT('kit');
  const { span, words, search } = useSpans(list);
  const others = Object.keys(list.state.filters).filter((name) => name !== 'from' && name !== 'to');
  return (
    <EmptyState
      title={t('empty.span', { span: words(span) })}
      hint={t('empty.spanHint')}
      action={
        <div className="whk-state-actions">
          {widerThan(span).map((wider) => (
            <Button key={keyOf(wider)} type={wider === 'all' ? 'default' : 'primary'} onClick={() => search(wider)}>
              {t('empty.searchSpan', { span: words(wider) })}
            </Button>
          ))}
          {others.length > 0 && (
            <Button type="link" onClick={() => list.move({ filters: Object.fromEntries(others.map((name) => [name, undefined])) })}>
              {t('filters.clear')}
            </Button>
          )}
        </div>
      }
    />
  );
}
