import { Button, Tag } from 'antd';
import { useState, type ReactElement, type ReactNode } from 'react';
import { ActionButton } from '#kit/console/action/action-button.tsx';
import { RowActions } from '#kit/console/action/row-actions.tsx';
import { useT } from '#kit/console/i18n/use-t.ts';
import { ExportButton } from '#kit/console/jobs/export-button.tsx';
import { ChoiceFilter } from '#kit/console/page/choice-filter.tsx';
import { EnumFilter, PickFilter, SearchFilter, TimeFilter } from '#kit/console/page/filters.tsx';
import { ListPanel } from '#kit/console/page/list-page.tsx';
import { useChosen } from '#kit/console/page/use-chosen.ts';
import { useList } from '#kit/console/page/use-list.ts';
import { DepartmentPicker, EmployeePicker } from '#kit/console/pickers/pickers.tsx';
import { later } from '#kit/console/shell/later.tsx';
import { Permit } from '#kit/console/shell/permit.tsx';
import { EmptyState } from '#kit/console/states/empty-state.tsx';
import type { Column } from '#kit/console/table/column.ts';
import { itemExport, itemGet, itemList, itemRemind, type ItemRow } from '../../common/item/item.contract.ts';
import { managerPage as page } from '../../common/permissions.ts';
import { itemSubject } from './subjects.ts';
import { useSystems } from './use-systems.ts';

const ItemDrawer = later('todo-item', async () => (await import('./item-drawer.tsx')).ItemDrawer);
const ReasonDialog = later('todo-reason', async () => (await import('./reason-dialog.tsx')).ReasonDialog);
const TransferDialog = later('todo-transfer', async () => (await import('./transfer-dialog.tsx')).TransferDialog);
const BatchDialog = later('todo-batch', async () => (await import('./batch-dialog.tsx')).BatchDialog);

const readings = [itemList, itemGet];
const colours = { open: 'processing', done: 'success', withdrawn: 'default', expired: 'warning' } as const;
type Dialog = { readonly what: 'transfer' | 'withdraw' | 'finish' | 'batchUpdate'; readonly ids: readonly string[] };

/** A button that opens a dialog, there only with its grant. */
function Opening({ code, type, onClick }: { readonly code: string; readonly type?: 'text'; readonly onClick: () => void }): ReactNode {
  return (
    <Permit code={code}>
      {(name) => (
        <Button {...(type && { type })} onClick={onClick}>
          {name}
        </Button>
      )}
    </Permit>
  );
}

/** Columns of the list of to-dos. */
function useColumnsOfItems(): readonly Column<ItemRow, typeof itemSubject>[] {
  const t = useT('todo-forms');
  return [
    { name: 'title', sortable: false, wrap: true, width: 220 },
    { name: 'systemName', sortable: false },
    { name: 'templateName', sortable: false, cell: ({ templateName, templateVersion }) => `${templateName} v${templateVersion}` },
    { name: 'people', sortable: false, cell: ({ done, people }) => `${done}/${people}` },
    { name: 'state', sortable: false, cell: ({ state }) => <Tag color={colours[state]}>{t(`todoItem.state.${state}`)}</Tag> },
    { name: 'priority', as: 'enum', sortable: false, optional: true },
    {
      name: 'dueAt',
      as: 'time',
    },
    { name: 'pushedAt', as: 'time' },
    { name: 'actedBy', sortable: false },
    { name: 'action', as: 'code', sortable: false },
    {
      name: 'answerState',
      sortable: false,
      cell: ({ answerState }) => (answerState === null ? '—' : t(`todoAnswer.state.${answerState}`)),
    },
    { name: 'outId', as: 'code', sortable: false, optional: true },
    { name: 'closedAt', as: 'time', sortable: false, optional: true },
  ];
}

/** To-dos of the systems in range. */
export function ItemsPanel(): ReactElement {
  const t = useT('todo-forms');
  const chosen = useChosen();
  const systems = useSystems();
  const list = useList(itemList, { searchKey: 'text' });
  const [dialog, setDialog] = useState<Dialog>();
  const close = (): void => setDialog(undefined);
  const { systemId } = list.state.filters;
  const templates = systems
    .filter(({ value }) => systemId === undefined || value === systemId)
    .flatMap((one) => one.templates.map(({ id, name }) => ({ value: id, label: name })));
  const columns = useColumnsOfItems();
  return (
    <>
      <ListPanel<ItemRow, typeof itemSubject>
        subject={itemSubject}
        list={list}
        columns={columns}
        filters={
          <>
            <SearchFilter list={list} name="text" />
            <ChoiceFilter list={list} name="systemId" options={systems} />
            <ChoiceFilter list={list} name="templateId" options={templates} />
            <EnumFilter list={list} name="state" />
            <EnumFilter list={list} name="overdue" />
            <EnumFilter list={list} name="priority" />
            <PickFilter list={list} name="personId">
              <EmployeePicker />
            </PickFilter>
            <PickFilter list={list} name="departmentId">
              <DepartmentPicker />
            </PickFilter>
            <TimeFilter list={list} from="dueFrom" to="dueTo" />
            <TimeFilter list={list} from="pushedFrom" to="pushedTo" />
            <ExportButton endpoint={itemExport} input={(format) => ({ format, filter: filterOf(list.state.filters) })} />
          </>
        }
        bulk={({ ids, rows, clear }) => (
          <>
            <ActionButton
              endpoint={itemRemind}
              names={rows.map(({ title }) => title)}
              input={{ ids: [...ids] }}
              invalidates={readings}
              onDone={clear}
            />
            <Opening code={page.button.transfer} onClick={() => setDialog({ what: 'transfer', ids })} />
            <Opening code={page.button.batchUpdate} onClick={() => setDialog({ what: 'batchUpdate', ids })} />
            <Opening code={page.button.finish} onClick={() => setDialog({ what: 'finish', ids })} />
            <Opening code={page.button.withdraw} onClick={() => setDialog({ what: 'withdraw', ids })} />
          </>
        )}
        rowActions={({ id, title, state }) =>
          state === 'open' && (
            <RowActions name={title}>
              <ActionButton endpoint={itemRemind} type="text" names={[title]} input={{ ids: [id] }} invalidates={readings} />
              <Opening code={page.button.transfer} type="text" onClick={() => setDialog({ what: 'transfer', ids: [id] })} />
              <Opening code={page.button.finish} type="text" onClick={() => setDialog({ what: 'finish', ids: [id] })} />
              <Opening code={page.button.withdraw} type="text" onClick={() => setDialog({ what: 'withdraw', ids: [id] })} />
            </RowActions>
          )
        }
        onOpen={({ id }) => chosen.show(id)}
        empty={<EmptyState title={t('todoItem.empty')} hint={t('todoItem.emptyHint')} />}
      />
      {chosen.id !== undefined && <ItemDrawer id={chosen.id} onClose={chosen.close} />}
      {dialog?.what === 'transfer' && <TransferDialog ids={dialog.ids} onClose={close} />}
      {dialog?.what === 'batchUpdate' && <BatchDialog ids={dialog.ids} onClose={close} />}
      {(dialog?.what === 'withdraw' || dialog?.what === 'finish') && (
        <ReasonDialog what={dialog.what} subject={itemSubject} ids={dialog.ids} invalidates={readings} onClose={close} />
      )}
    </>
  );
}

/** What the list is narrowed by, as an export takes it. */
function filterOf(filters: Readonly<Record<string, unknown>>): Record<string, never> {
  return Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== undefined)) as Record<string, never>;
}
