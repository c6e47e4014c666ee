import type { ReactElement } from 'react';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import { EmptyState } from '#kit/console/states/empty-state.tsx';
import { numberText, timeText } from '#kit/console/table/formats.ts';
import type { SourceDetail } from '../../common/source.contract.ts';

const width = 900;
const height = 160;
const edge = 8;

/** People read in each of the last good runs: drawn, and as a table for those who hear it. */
export function ReadChart({ read }: { read: SourceDetail['read'] }): ReactElement {
  const t = useT('user-centre');
  const [language] = useLanguage();
  const [first, last] = [read[0], read.at(-1)];
  if (!first || !last) return <EmptyState title={t('source.noReadings')} hint={t('source.noRunsHint')} />;
  const most = Math.max(...read.map(({ people }) => people), 1);
  const x = (at: number): number => edge + (read.length === 1 ? 1 : at / (read.length - 1)) * (width - 2 * edge);
  const y = (people: number): number => height - edge - (people / most) * (height - 2 * edge);
  const line = read.map(({ people }, at) => `${x(at).toFixed(1)},${y(people).toFixed(1)}`).join(' ');
  const words = (at: number, people: number): string => `${timeText(at, language)}: ${numberText(people, language)}`;
  return (
    <figure className="whk-panel so-chart">
      <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden="true">
        <polyline points={line} />
        {read.map(({ at, people }, index) => (
          <circle key={at} cx={x(index)} cy={y(people)} r={4}>
            <title>{words(at, people)}</title>
          </circle>
        ))}
      </svg>
      <figcaption>
        <span>{timeText(first.at, language)}</span>
        <span>{words(last.at, last.people)}</span>
      </figcaption>
      <div className="wh-hidden">
        <table>
          <caption>{t('source.tab.read')}</caption>
          <thead>
            <tr>
              <th scope="col">{t('sourceRun.field.startedAt')}</th>
              <th scope="col">{t('sourceRun.field.peopleRead')}</th>
            </tr>
          </thead>
          <tbody>
            {read.map(({ at, people }) => (
              <tr key={at}>
                <td>{timeText(at, language)}</td>
                <td>{numberText(people, language)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </figure>
  );
}
