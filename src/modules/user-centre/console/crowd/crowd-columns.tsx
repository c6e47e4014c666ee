import type { ReactElement } from 'react';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import type { Column } from '#kit/console/table/column.ts';
import { numberText } from '#kit/console/table/formats.ts';
import type { CrowdRow } from '../../common/crowd/crowd.contract.ts';
import type { crowd } from '../subjects.ts';
import { CrowdState } from './crowd-state.tsx';

/** What the list of crowds shows; optional ones are chosen under "Columns". */
export const crowdColumns: readonly Column<CrowdRow, typeof crowd>[] = [
  { name: 'name', width: 160 },
  { name: 'code', as: 'code', optional: true },
  { name: 'kind', as: 'enum' },
  { name: 'ownerDeptName', width: 130 },
  { name: 'memberCount', as: 'number' },
  { name: 'joined7', cell: (row) => <Week row={row} /> },
  { name: 'state', width: 150, wrap: true, cell: (row) => <CrowdState crowd={row} /> },
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
