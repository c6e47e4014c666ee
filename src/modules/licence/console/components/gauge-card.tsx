import { Progress } from 'antd';
import type { ReactElement } from 'react';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import { dayText, numberText } from '#kit/console/table/formats.ts';
import type { LicenceGauge } from '../../common/licence.contract.ts';
import { Trend } from './trend.tsx';

/** Days that it takes to preview anything. */
const fewestDays = 7;

/** One limit: how much of it is used, the last 90 days, and when it is reached at this pace. */
export function GaugeCard({ gauge }: { gauge: LicenceGauge }): ReactElement {
  const t = useT('licence');
  const [language] = useLanguage();
  const number = (value: number): string => numberText(value, language);
  const { kind, used, max, free, reachedOn, trend } = gauge;
  const share = max === null ? 0 : max === 0 ? 100 : Math.min(100, Math.floor((used / max) * 100));
  const tone = share >= 100 ? 'bad' : share >= 80 ? 'warn' : 'ok';
  const title = t(`limit.${kind}`);
  const reached = reachedOn === null ? t(trend.length < fewestDays ? 'gauge.soon' : 'gauge.notReached') : dayText(reachedOn, language);
  return (
    <section className="lic-card lic-gauge" aria-label={title} data-tone={tone}>
      <h3>{title}</h3>
      <strong className="lic-number">{max === null ? number(used) : t('gauge.of', { used: number(used), max: number(max) })}</strong>
      {max !== null && <Progress aria-label={title} percent={share} strokeColor={`var(--wh-${tones[tone]})`} />}
      <dl>
        <div>
          <dt>{t('gauge.max')}</dt>
          <dd>{max === null ? t('licence.noLimit') : number(max)}</dd>
        </div>
        {free !== null && (
          <div>
            <dt>{t('gauge.free')}</dt>
            <dd>{number(free)}</dd>
          </div>
        )}
        {max !== null && (
          <div>
            <dt>{t('gauge.reached')}</dt>
            <dd>{reached}</dd>
          </div>
        )}
      </dl>
      <Trend points={trend} max={max} />
      {max !== null && used > max && <p className="lic-over">{t('gauge.over', { n: number(used - max) })}</p>}
    </section>
  );
}

const tones = { ok: 'primary', warn: 'warn', bad: 'danger' } as const;
