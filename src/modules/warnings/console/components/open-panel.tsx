import { Button } from 'antd';
import { useState, type ReactElement } from 'react';
import { RowActions } from '#kit/console/action/row-actions.tsx';
import { useT } from '#kit/console/i18n/use-t.ts';
import { ChoiceFilter } from '#kit/console/page/choice-filter.tsx';
import { EnumFilter, MoreFilters, SearchFilter } from '#kit/console/page/filters.tsx';
import { ListPanel } from '#kit/console/page/list-page.tsx';
import { useRead } from '#kit/console/page/query.ts';
import { useChosen } from '#kit/console/page/use-chosen.ts';
import { useList, type List } from '#kit/console/page/use-list.ts';
import { later } from '#kit/console/shell/later.tsx';
import { EmptyState } from '#kit/console/states/empty-state.tsx';
import type { Column } from '#kit/console/table/column.ts';
import { warningCount, warningList, type WarningRow } from '../../common/warning.contract.ts';
import { warning } from '../subjects.ts';
import { ActionButtons } from './action-buttons.tsx';
import { useKinds } from './kind-select.tsx';
import { Severity } from './severity.tsx';
import type { WarningAction } from './warning-forms.tsx';

const WarningForm = later('warning-form', async () => (await import('./warning-forms.tsx')).WarningForm);
const WarningDrawer = later('warning-drawer', async () => (await import('./warning-drawer.tsx')).WarningDrawer);

const columns: readonly Column<WarningRow, typeof warning>[] = [
  { name: 'text', sortable: false, wrap: true, width: 340, cell: (row) => <WarningText row={row} /> },
  { name: 'severity', width: 120, cell: (row) => <Severity value={row.severity} /> },
  { name: 'state', as: 'enum', sortable: false, width: 120 },
  { name: 'count', as: 'number', width: 90 },
  { name: 'lastAt', as: 'time', width: 170 },
  { name: 'firstAt', as: 'time', width: 170, optional: true },
  { name: 'notified', as: 'number', sortable: false, width: 90 },
  { name: 'assignee', sortable: false, width: 130 },
  { name: 'moduleName', sortable: false, optional: true },
  { name: 'objectName', sortable: false, optional: true },
];

/** What happened, to what kind it belongs, and why nobody may have been told. */
function WarningText({ row }: { row: WarningRow }): ReactElement {
  const t = useT('warnings');
  return (
    <span className="ww-text">
      {row.text}
      <small>
        {row.title}
        {row.silencedBy !== null && ` · ${t('warning.field.silencedBy')}: ${row.silencedBy}`}
        {row.inhibitedBy !== null && ` · ${t('warning.field.inhibitedBy')}: ${row.inhibitedBy}`}
      </small>
    </span>
  );
}

/** A chosen action, on which warnings. */
interface Acting {
  action: WarningAction;
  ids: readonly string[];
  about?: { kind: string; objectId: string };
}

/** Warnings in force, the worst first. */
export function OpenPanel(): ReactElement {
  const t = useT('warnings');
  const list = useList(warningList, { searchKey: 'text' });
  const chosen = useChosen();
  const [acting, setActing] = useState<Acting>();
  return (
    <>
      <Kinds list={list} />
      <ListPanel
        subject={warning}
        list={list}
        columns={columns}
        filters={
          <>
            <SearchFilter list={list} name="text" />
            <EnumFilter list={list} name="severity" />
            <EnumFilter list={list} name="state" />
            <EnumFilter list={list} name="mine" />
            <MoreFilters list={list} names={['module', 'kind', 'age']}>
              <EnumFilter list={list} name="age" />
              <Choices list={list} />
            </MoreFilters>
          </>
        }
        rowActions={(row) => (
          <RowActions name={row.text}>
            <ActionButtons
              row={row}
              onAct={(action) => setActing({ action, ids: [row.id], about: { kind: row.kind, objectId: row.objectId } })}
            />
          </RowActions>
        )}
        bulk={(selection) => <ActionButtons onAct={(action) => setActing({ action, ids: selection.ids })} />}
        onOpen={(row) => chosen.show(row.id)}
        empty={<EmptyState title={t('warning.empty')} hint={t('warning.emptyHint')} />}
      />
      {acting && <WarningForm {...acting} onClose={() => setActing(undefined)} />}
      {chosen.id !== undefined && <WarningDrawer key={chosen.id} id={chosen.id} onClose={chosen.close} />}
    </>
  );
}

/** Modules and kinds of which there may be warnings; read only once the filters are open. */
function Choices({ list }: { list: List<WarningRow, typeof warningList> }): ReactElement {
  const kinds = useKinds();
  const modules = new Map(kinds.map(({ module, moduleName }) => [module, moduleName]));
  return (
    <>
      <ChoiceFilter list={list} name="module" options={[...modules].map(([value, label]) => ({ value, label }))} />
      <ChoiceFilter list={list} name="kind" options={kinds.map(({ kind, title }) => ({ value: kind, label: title }))} />
    </>
  );
}

/** How many are in force of each kind: a click shows those alone. */
function Kinds({ list }: { list: List<WarningRow, typeof warningList> }): ReactElement | null {
  const t = useT('warnings');
  const { data } = useRead(warningCount, {}, { every: 20_000 });
  if (!data || data.kinds.length === 0) return null;
  const { info, warning: warnings, error, critical, silenced, kinds } = data;
  const chosen = list.state.filters['kind'];
  const sums = new Map<string, { title: string; count: number }>();
  for (const { kind, title, count } of kinds) sums.set(kind, { title, count: (sums.get(kind)?.count ?? 0) + count });
  return (
    <div className="ww-kinds" role="group" aria-label={t('warning.kinds')}>
      <span role="status">
        {t('warning.counts', { info, warning: warnings, error, critical })}
        {silenced > 0 && ` · ${t('warning.silencedCount', { count: silenced })}`}
      </span>
      {chosen !== undefined && <Button onClick={() => list.move({ filters: { kind: undefined } })}>{t('warning.kindAll')}</Button>}
      {[...sums].map(([kind, { title, count }]) => (
        <Button
          key={kind}
          type={chosen === kind ? 'primary' : 'default'}
          aria-pressed={chosen === kind}
          onClick={() => list.move({ filters: { kind: chosen === kind ? undefined : kind } })}
        >
          {t('warning.kindCount', { title, count })}
        </Button>
      ))}
    </div>
  );
}
