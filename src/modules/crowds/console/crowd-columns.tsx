import type { ReactElement } from 'react';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import type { Column } from '#kit/console/table/column.ts';
import { numberText } from '#kit/console/table/formats.ts';
import type { CrowdRow } from '../common/crowd.contract.ts';
import type { crowd } from './subjects.ts';
import { CrowdState } from './crowd-state.tsx';

/** What the list of crowds shows; optional ones are chosen under "Columns". */
export const crowdColumns: readonly Column<CrowdRow, typeof crowd>[] = [
  { name: 'name', width: 160 },
  { name: 'code', as: 'code', optional: true },
  { name: 'kind', as: 'enum' },
  { name: 'ownerDeptName', width: 130, wrap: true },
  { name: 'memberCount', as: 'number' },
  { name: 'trend', width: 110, sortable: false, cell: (row) => <Trend trend={row.trend} /> },
  { name: 'joined7', cell: (row) => <Week row={row} /> },
  { name: 'state', width: 110, wrap: true, cell: (row) => <CrowdState crowd={row} /> },
  { name: 'usedBy', as: 'number' },
  { name: 'computedAt', as: 'time' },
  { name: 'nextFlipAt', as: 'time', optional: true },
  { name: 'description', wrap: true, optional: true },
  { name: 'createdAt', as: 'time', optional: true },
  { name: 'updatedAt', as: 'time', optional: true },
];

/** Who joined and who left in seven days. */
function Week({ row }: { row: CrowdRow }): ReactElement {
  const t = useT('user-centre');
  const [language] = useLanguage();
  return (
    <span className="cr-week">
      <span data-some={row.joined7 > 0}>
        <span className="wh-hidden">{t('crowd.joined')}</span> +{numberText(row.joined7, language)}
      </span>{' '}
      <span data-some={row.left7 > 0}>
        <span className="wh-hidden">{t('crowd.left')}</span> −{numberText(row.left7, language)}
      </span>
    </span>
  );
}

const [width, height] = [96, 24];

/** The sizes of 30 days as a line, and in words for those who hear it. */
function Trend({ trend }: { trend: CrowdRow['trend'] }): ReactElement | null {
  const t = useT('user-centre');
  const [language] = useLanguage();
  if (trend.length < 2) return null;
  const [least, most] = [Math.min(...trend), Math.max(...trend)];
  const y = (count: number): number => (most === least ? height / 2 : height - 2 - ((count - least) / (most - least)) * (height - 4));
  const line = trend.map((count, at) => `${((at / (trend.length - 1)) * width).toFixed(1)},${y(count).toFixed(1)}`).join(' ');
  const number = (count: number): string => numberText(count, language);
  return (
    <span className="cr-trend">
      <svg viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
        <polyline points={line} />
      </svg>
      <span className="wh-hidden">
        {t('crowd.sizesText', { least: number(least), most: number(most), now: number(trend.at(-1) ?? 0) })}
      </span>
    </span>
  );
}
