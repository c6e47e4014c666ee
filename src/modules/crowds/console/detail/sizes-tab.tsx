import type { ReactElement } from 'react';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import { EmptyState } from '#kit/console/states/empty-state.tsx';
import { dayText, numberText } from '#kit/console/table/formats.ts';
import type { CrowdDetail } from '../../common/crowd.contract.ts';

const width = 900;
const height = 160;
const edge = 8;

/** Members at the end of each day: drawn, in words, and as a table for those who hear it. */
export function SizesTab({ sizes }: { sizes: CrowdDetail['sizes'] }): ReactElement {
  const t = useT('user-centre');
  const [language] = useLanguage();
  const [first, last] = [sizes[0], sizes.at(-1)];
  if (!first || !last) return <EmptyState title={t('crowd.noSizes')} hint={t('crowd.noSizesHint')} />;
  const counts = sizes.map(({ count }) => count);
  const [most, least] = [Math.max(...counts, 1), Math.min(...counts)];
  const x = (at: number): number => edge + (sizes.length === 1 ? 1 : at / (sizes.length - 1)) * (width - 2 * edge);
  const y = (count: number): number => height - edge - (count / most) * (height - 2 * edge);
  const line = sizes.map(({ count }, at) => `${x(at).toFixed(1)},${y(count).toFixed(1)}`).join(' ');
  const number = (count: number): string => numberText(count, language);
  return (
    <figure className="whk-panel cr-sizes">
      <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden="true">
        <polygon points={`${x(0)},${height} ${line} ${x(sizes.length - 1)},${height}`} />
        <polyline points={line} />
        {sizes.map(({ day, count }, at) => (
          <rect key={day} x={x(at) - width / 60} width={width / 30} y={0} height={height}>
            <title>{`${dayText(day, language)}: ${number(count)}`}</title>
          </rect>
        ))}
      </svg>
      <figcaption>
        <span>{dayText(first.day, language)}</span>
        <span>{t('crowd.sizesText', { least: number(least), most: number(Math.max(...counts)), now: number(last.count) })}</span>
        <span>{dayText(last.day, language)}</span>
      </figcaption>
      <div className="wh-hidden">
        <table>
          <caption>{t('crowd.tab.sizes')}</caption>
          <thead>
            <tr>
              <th scope="col">{t('crowd.day')}</th>
              <th scope="col">{t('crowd.field.memberCount')}</th>
            </tr>
          </thead>
          <tbody>
            {sizes.map(({ day, count }) => (
              <tr key={day}>
                <td>{dayText(day, language)}</td>
                <td>{number(count)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </figure>
  );
}
