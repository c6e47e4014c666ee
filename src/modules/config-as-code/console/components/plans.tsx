import { Button } from 'antd';
import type { ReactElement } from 'react';
import { RowActions } from '#kit/console/action/row-actions.tsx';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import { EnumFilter } from '#kit/console/page/filters.tsx';
import { ListPanel } from '#kit/console/page/list-page.tsx';
import { useList } from '#kit/console/page/use-list.ts';
import { EmptyState } from '#kit/console/states/empty-state.tsx';
import type { Column } from '#kit/console/table/column.ts';
import { numberText } from '#kit/console/table/formats.ts';
import { planList, type ConfigPlanRow } from '../../common/config.contract.ts';
import { planSubject } from '../subjects.ts';
import { useGo } from '../use-go.ts';
import { AreaTitles } from './area-titles.tsx';

const columns: readonly Column<ConfigPlanRow, typeof planSubject>[] = [
  { name: 'at', as: 'time', width: 170 },
  { name: 'bundle', sortable: false, width: 220, cell: (row) => row.bundle.name },
  { name: 'state', as: 'enum', sortable: false },
  { name: 'counts', sortable: false, wrap: true, width: 240, cell: (row) => <Counts row={row} /> },
  { name: 'by', sortable: false },
  { name: 'appliedAt', as: 'time', sortable: false },
  { name: 'appliedBy', sortable: false },
  { name: 'areas', sortable: false, wrap: true, cell: (row) => <AreaTitles areas={row.areas} />, optional: true },
  { name: 'prune', as: 'boolean', sortable: false, optional: true },
];

/** Plans and what became of them. */
export function Plans(): ReactElement {
  const t = useT('config-as-code');
  const list = useList(planList);
  const { go } = useGo();
  const open = (row: ConfigPlanRow): void => go({ tab: 'plan', plan: row.id });
  return (
    <ListPanel
      subject={planSubject}
      list={list}
      columns={columns}
      onOpen={open}
      filters={<EnumFilter list={list} name="state" />}
      empty={<EmptyState title={t('plan.empty')} hint={t('plan.emptyHint')} />}
      rowActions={(row) => (
        <RowActions name={row.bundle.name}>
          <Button onClick={() => open(row)}>{t('plan')}</Button>
        </RowActions>
      )}
    />
  );
}

function Counts({ row: { counts } }: { row: ConfigPlanRow }): ReactElement {
  const t = useT('config-as-code');
  const [language] = useLanguage();
  return (
    <>
      {Object.entries(counts)
        .map(([action, count]) => `${t(`action.${action as 'same'}`)} ${numberText(count ?? 0, language)}`)
        .join(' · ')}
    </>
  );
}
