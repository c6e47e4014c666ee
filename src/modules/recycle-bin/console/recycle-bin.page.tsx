import { Button } from 'antd';
import { Suspense, useState, type ReactElement } from 'react';
import { ActionButton, useActionName } from '#kit/console/action/action-button.tsx';
import { RowActions } from '#kit/console/action/row-actions.tsx';
import { useLanguage, useNamespace, useNamespaces, useT } from '#kit/console/i18n/use-t.ts';
import { ChoiceFilter } from '#kit/console/page/choice-filter.tsx';
import { EnumFilter, MoreFilters, PickFilter, SearchFilter, TimeFilter } from '#kit/console/page/filters.tsx';
import { ListPage } from '#kit/console/page/list-page.tsx';
import { useRead } from '#kit/console/page/query.ts';
import { subject, wordsOf } from '#kit/console/page/subject.ts';
import { useChosen } from '#kit/console/page/use-chosen.ts';
import { useList, type FilteredList } from '#kit/console/page/use-list.ts';
import { EmployeePicker } from '#kit/console/pickers/pickers.tsx';
import { useCodeName } from '#kit/console/routes/use-code-name.ts';
import { later } from '#kit/console/shell/later.tsx';
import { EmptyState } from '#kit/console/states/empty-state.tsx';
import { Cell } from '#kit/console/table/cell.tsx';
import type { Column } from '#kit/console/table/column.ts';
import { numberText } from '#kit/console/table/formats.ts';
import { recycleBin } from '../common/permissions.ts';
import {
  recycleGet,
  recycleHold,
  recycleKinds,
  recycleList,
  recyclePurge,
  recycleRestore,
  type DeletedRow,
} from '../common/recycle.contract.ts';
import type { RequestedValue } from './restore-dialog.tsx';

const deleted = subject('recycle-bin', 'deleted');
const DeletedDrawer = later('deleted-drawer', async () => (await import('./deleted-drawer.tsx')).DeletedDrawer);
const RestoreDialog = later('restore-dialog', async () => (await import('./restore-dialog.tsx')).RestoreDialog);

const columns: readonly Column<DeletedRow, typeof deleted>[] = [
  { name: 'name', width: 220 },
  { name: 'kind', sortable: false, cell: (row) => <KindName row={row} /> },
  { name: 'moduleName', sortable: false },
  { name: 'by', sortable: false },
  { name: 'at', as: 'time' },
  { name: 'endsAt', sortable: false, cell: (row) => <Ends row={row} /> },
  { name: 'batchCount', as: 'number', sortable: false, optional: true },
];

/** What was deleted in any area in the last thirty days, and the way back. */
export default function RecycleBinPage(): ReactElement {
  const t = useT('recycle-bin');
  const title = useCodeName(recycleBin.code);
  const list = useList(recycleList, { searchKey: 'text' });
  const [restoring, setRestoring] = useState<RequestedValue>();
  const chosen = useChosen();
  const restore = useActionName(recycleRestore);
  return (
    <ListPage
      title={title}
      help={t('deleted.help')}
      subject={deleted}
      list={list}
      columns={columns}
      onOpen={(row) => chosen.show(row.id)}
      filters={
        <>
          <SearchFilter list={list} name="text" />
          <Suspense fallback={<span className="whk-filter-coming" />}>
            <KindFilters list={list} />
          </Suspense>
          <EnumFilter list={list} name="ending" />
          <MoreFilters list={list} names={['held', 'uid', 'from', 'to']}>
            <EnumFilter list={list} name="held" />
            <PickFilter list={list} name="uid">
              <EmployeePicker />
            </PickFilter>
            <TimeFilter list={list} from="from" to="to" />
          </MoreFilters>
        </>
      }
      bulk={(selection) => (
        <Actions
          rows={selection.rows}
          onRestore={() => setRestoring({ ids: selection.rows.map(({ id }) => id) })}
          onDone={selection.clear}
        />
      )}
      rowActions={(row) => (
        <RowActions name={row.name}>
          <Actions rows={[row]} onRestore={() => setRestoring({ ids: [row.id] })} />
          {row.batchCount > 1 && restore.granted && row.mayRestore && (
            <Button onClick={() => setRestoring({ batchId: row.batchId })}>{t('deleted.restoreBatch', { count: row.batchCount })}</Button>
          )}
          {row.batchCount > 1 && (
            <Button onClick={() => list.move({ filters: { batchId: row.batchId } })}>
              {t('deleted.sameBatch', { count: row.batchCount })}
            </Button>
          )}
        </RowActions>
      )}
      empty={<EmptyState title={t('deleted.empty')} hint={t('deleted.emptyHint')} />}
    >
      {chosen.id !== undefined && (
        <DeletedDrawer
          id={chosen.id}
          actions={(row) => <Actions rows={[row]} onRestore={() => setRestoring({ ids: [row.id] })} onDone={chosen.close} />}
          onClose={chosen.close}
        />
      )}
      {restoring && <RestoreDialog requested={restoring} onClose={() => setRestoring(undefined)} />}
    </ListPage>
  );
}

/** Kinds and modules of which something lies in the bin. */
function KindFilters({ list }: { list: FilteredList<typeof recycleList> }): ReactElement {
  const { data } = useRead(recycleKinds, {});
  const [language] = useLanguage();
  const kinds = data?.list ?? [];
  useNamespaces(kinds.map(({ namespace }) => namespace));
  const modules = new Map(kinds.map(({ module, moduleName }) => [module, moduleName]));
  return (
    <>
      <ChoiceFilter
        list={list}
        name="kind"
        options={kinds.map((one) => ({ value: one.kind, label: `${wordsOf(one).kind()} (${numberText(one.count, language)})` }))}
      />
      <ChoiceFilter list={list} name="module" options={[...modules].map(([value, label]) => ({ value, label }))} />
    </>
  );
}

interface ActionsProps {
  rows: readonly DeletedRow[];
  onRestore: () => void;
  onDone?: () => void;
}

function Actions({ rows, onRestore, onDone }: ActionsProps): ReactElement {
  const t = useT('recycle-bin');
  const restore = useActionName(recycleRestore);
  const ids = rows.map(({ id }) => id);
  const act = { names: rows.map(({ name }) => name), invalidates: [recycleList, recycleGet], ...(onDone && { onDone }) };
  const isHeld = rows.every(({ held }) => held);
  return (
    <>
      {restore.granted && rows.every(({ mayRestore }) => mayRestore) && <Button onClick={onRestore}>{restore.name}</Button>}
      <ActionButton endpoint={recycleHold} input={{ ids, held: !isHeld }} {...act}>
        {t(isHeld ? 'deleted.release' : 'deleted.hold')}
      </ActionButton>
      {rows.every(({ mayPurge }) => mayPurge) && <ActionButton endpoint={recyclePurge} input={{ ids }} {...act} confirm="type" />}
    </>
  );
}

function KindName({ row }: { row: DeletedRow }): ReactElement {
  useNamespace(row.namespace);
  return <>{wordsOf(row).kind()}</>;
}

function Ends({ row }: { row: DeletedRow }): ReactElement {
  const t = useT('recycle-bin');
  return row.held ? <>{t('deleted.isHeld')}</> : <Cell value={row.endsAt} field="endsAt" as="time" />;
}
