import { Timeline } from 'antd';
import type { ReactElement } from 'react';
import { Chart } from '#kit/console/chart/chart.tsx';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import { useRead } from '#kit/console/page/query.ts';
import { ErrorState } from '#kit/console/states/error-state.tsx';
import { WaitingForm } from '#kit/console/states/waiting.tsx';
import { timeText } from '#kit/console/table/formats.ts';
import { pushTimeline } from '../../common/push.contract.ts';

/** The states a push went through, and deliveries and reads over time. */
export function PushTimeline({ id }: { id: string }): ReactElement {
  const t = useT('public-pushes');
  const [language] = useLanguage();
  const { data, error, refetch } = useRead(pushTimeline, { id });
  if (error) return <ErrorState error={error} retry={() => void refetch()} />;
  if (!data) return <WaitingForm lines={6} />;
  const series = ['delivered', 'reached', 'read'] as const;
  return (
    <section className="whk-panel psh-panel" aria-label={t('detail.timeline')}>
      <Chart
        title={t('timeline.chart')}
        data={{
          kind: 'bar',
          unit: 'count',
          at: data.spans.map(({ at }) => at),
          series: series.map((key) => ({
            key,
            label: key === 'delivered' ? t('target.state.delivered') : t(`push.field.${key}`),
            values: data.spans.map((span) => span[key]),
          })),
        }}
      />
      <Timeline
        items={data.events.map(({ at, state, by, reason }) => ({
          content: [timeText(at, language), t(`push.state.${state}` as 'push.state.running'), by, wordOf(reason, t)]
            .filter((part) => part !== '')
            .join(' · '),
        }))}
      />
    </section>
  );
}

const known = ['failures', 'serviceDown', 'accountDisabled', 'contentGone', 'audienceChanged', 'internal'] as const;

/** A reason that the product gave is a word of its own; what people wrote stands as it is. */
function wordOf(reason: string, t: ReturnType<typeof useT<'public-pushes'>>): string {
  const word = known.find((one) => one === reason);
  return word === undefined ? reason : t(`push.pauseReason.${word}`);
}
