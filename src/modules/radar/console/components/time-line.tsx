import { useState, type ReactElement } from 'react';
import type { Reply } from '#kit/common/contract.ts';
import type { Language } from '#kit/common/language.ts';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import type { radarTimeline } from '../../common/radar.contract.ts';
import type { RadarList } from './filters.tsx';

type Mark = Reply<typeof radarTimeline>['marks'][number];

interface Month {
  from: number;
  to: number;
  label: string;
}

const shownMonths = 12;

/** The months from this one on, in the reader's own time. */
function monthsFrom(now: number, language: Language): Month[] {
  const first = new Date(now);
  const begin = (months: number): Date => new Date(first.getFullYear(), first.getMonth() + months, 1);
  const tag = language.replace('_', '-');
  return Array.from({ length: shownMonths }, (_, at) => {
    const start = begin(at);
    const withYear = at === 0 || start.getMonth() === 0;
    const label = new Intl.DateTimeFormat(tag, { month: 'short', ...(withYear && { year: 'numeric' }) }).format(start);
    return { from: start.getTime(), to: begin(at + 1).getTime(), label };
  });
}

/** What ends in which month; a click shows that month alone. */
export function TimeLine({ marks, list }: { marks: readonly Mark[]; list: RadarList }): ReactElement {
  const t = useT('radar');
  const [language] = useLanguage();
  const [now] = useState(() => Date.now());
  const { from, to } = list.state.filters;
  return (
    <div className="wr-line" role="group" aria-label={t('line')}>
      {monthsFrom(now, language).map((month) => {
        const inside = marks.filter(({ at }) => at >= month.from && at < month.to);
        const count = inside.reduce((sum, mark) => sum + mark.count, 0);
        const chosen = from === month.from && to === month.to;
        return (
          <button
            key={month.from}
            type="button"
            className="wr-month"
            aria-pressed={chosen}
            onClick={() => list.move({ filters: chosen ? { from: undefined, to: undefined } : { from: month.from, to: month.to } })}
          >
            <span>{month.label}</span>
            <svg viewBox="0 0 100 24" aria-hidden="true">
              <line x1={0} x2={100} y1={12} y2={12} />
              {inside.map(({ at, state, count: many }) => (
                <circle
                  key={`${at} ${state}`}
                  data-state={state}
                  cx={6 + ((at - month.from) / (month.to - month.from)) * 88}
                  cy={12}
                  r={4 + Math.min(6, Math.log2(many) * 1.5)}
                />
              ))}
            </svg>
            <strong data-empty={count === 0}>{t('line.count', { count })}</strong>
          </button>
        );
      })}
    </div>
  );
}
