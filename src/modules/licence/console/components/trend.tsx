import type { ReactElement } from 'react';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import { dayText, numberText } from '#kit/console/table/formats.ts';
import type { LicenceGauge } from '../../common/licence.contract.ts';

const width = 600;
const height = 96;
const edge = 6;
const dayMillis = 86_400_000;
const days = 90;

/** What was used on each of the last 90 days, with the limit where it is near enough to be drawn. */
export function Trend({ points, max }: { points: LicenceGauge['trend']; max: number | null }): ReactElement | null {
  const t = useT('licence');
  const [language] = useLanguage();
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last) return null;
  const values = points.map(({ used }) => used);
  const highest = Math.max(...values, 1);
  const top = max !== null && max <= highest * 2 ? Math.max(max, highest) : highest;
  const end = Date.parse(last.day);
  const x = (day: string): number => width - edge - ((end - Date.parse(day)) / dayMillis / days) * (width - 2 * edge);
  const y = (used: number): number => height - edge - (used / top) * (height - 2 * edge);
  const at = points.map(({ day, used }) => `${x(day).toFixed(1)},${y(used).toFixed(1)}`);
  const words = t('gauge.trend', {
    from: dayText(first.day, language),
    first: numberText(first.used, language),
    to: dayText(last.day, language),
    last: numberText(last.used, language),
  });
  return (
    <figure className="lic-trend">
      <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden="true">
        <polygon points={`${x(first.day).toFixed(1)},${height} ${at.join(' ')} ${x(last.day).toFixed(1)},${height}`} />
        <polyline points={at.join(' ')} />
        {points.length === 1 && <circle cx={x(last.day)} cy={y(last.used)} r="4" />}
        {max !== null && max <= top && <line x1="0" x2={width} y1={y(max)} y2={y(max)} />}
      </svg>
      <figcaption>{words}</figcaption>
    </figure>
  );
}
