import { DownloadOutlined, PlusOutlined, UploadOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useState, type ReactElement } from 'react';
import { ActionButton, useActionName } from '#kit/console/action/action-button.tsx';
import { RowActions } from '#kit/console/action/row-actions.tsx';
import { useT } from '#kit/console/i18n/use-t.ts';
import { EnumFilter, MoreFilters, PickFilter, SearchFilter } from '#kit/console/page/filters.tsx';
import { ListPanel } from '#kit/console/page/list-page.tsx';
import type { Chosen } from '#kit/console/page/use-chosen.ts';
import { useList } from '#kit/console/page/use-list.ts';
import { wordsOf } from '#kit/console/page/subject.ts';
import { later } from '#kit/console/shell/later.tsx';
import { EmptyState } from '#kit/console/states/empty-state.tsx';
import type { Column } from '#kit/console/table/column.ts';
import { apiInterface, interfaceAdd, interfaceLog, type InterfaceRow } from '../../common/interface.contract.ts';
import { interfacePrefix } from '../../common/prefix.contract.ts';
import { accessSystem } from '../../common/system.contract.ts';
import { interfaceExport, interfaceImport } from '../../common/transfer.contract.ts';
import { apiInterfaceSubject } from '../subjects.ts';
import './access.css';
import { EntitySelect } from './entity-select.tsx';

const AddInterface = later('interface-add', async () => (await import('./interface-add.tsx')).AddInterface);
const ImportInterfaces = later('interface-import', async () => (await import('./interface-transfer.tsx')).ImportInterfaces);
const ExportInterfaces = later('interface-export', async () => (await import('./interface-transfer.tsx')).ExportInterfaces);

const readings = [apiInterface.list] as const;

/** Interfaces with how they stand; a name opens the workbench. */
export function InterfaceList({ chosen }: { chosen: Chosen }): ReactElement {
  const t = useT('access');
  const list = useList(apiInterface.list, { searchKey: 'text' });
  const adding = useActionName(interfaceAdd.http);
  const importing = useActionName(interfaceImport);
  const exporting = useActionName(interfaceExport);
  const [open, setOpen] = useState<'import' | 'export'>();
  return (
    <>
      <ListPanel
        subject={apiInterfaceSubject}
        list={list}
        columns={columnsOf(t)}
        filters={
          <>
            <SearchFilter list={list} name="text" />
            <EnumFilter list={list} name="kind" />
            <EnumFilter list={list} name="enabled" />
            <EnumFilter list={list} name="draftDiffers" />
            <MoreFilters list={list} names={['systemId', 'prefixId', 'isWrite', 'auth', 'log', 'cacheOn']}>
              <PickFilter list={list} name="systemId">
                <EntitySelect endpoint={accessSystem.list} />
              </PickFilter>
              <PickFilter list={list} name="prefixId">
                <EntitySelect endpoint={interfacePrefix.list} />
              </PickFilter>
              <EnumFilter list={list} name="isWrite" />
              <EnumFilter list={list} name="auth" />
              <EnumFilter list={list} name="log" />
              <EnumFilter list={list} name="cacheOn" />
            </MoreFilters>
            {importing.granted && (
              <Button icon={<UploadOutlined aria-hidden="true" />} onClick={() => setOpen('import')}>
                {importing.name}
              </Button>
            )}
            {exporting.granted && (
              <Button icon={<DownloadOutlined aria-hidden="true" />} onClick={() => setOpen('export')}>
                {exporting.name}
              </Button>
            )}
            {adding.granted && (
              <Button type="primary" icon={<PlusOutlined aria-hidden="true" />} onClick={chosen.add}>
                {adding.name}
              </Button>
            )}
          </>
        }
        bulk={(selection) => <Bulk ids={selection.ids} names={selection.rows.map(({ name }) => name)} />}
        rowActions={(row) => <Actions row={row} onOpen={() => chosen.show(row.id)} />}
        onOpen={(row) => chosen.show(row.id)}
        empty={<EmptyState title={t('apiInterface.empty')} hint={t('apiInterface.emptyHint')} />}
      />
      {chosen.adding && adding.granted && <AddInterface onSaved={chosen.show} onClose={chosen.close} />}
      {open === 'import' && <ImportInterfaces onClose={() => setOpen(undefined)} />}
      {open === 'export' && <ExportInterfaces ids={list.selection.ids} onClose={() => setOpen(undefined)} />}
    </>
  );
}

function columnsOf(t: ReturnType<typeof useT<'access'>>): readonly Column<InterfaceRow, typeof apiInterfaceSubject>[] {
  const words = wordsOf(apiInterfaceSubject);
  return [
    { name: 'name' },
    { name: 'kind', as: 'enum' },
    { name: 'path', sortable: false, cell: (row) => <span className="acc-code">{`/gateway/${row.path}`}</span> },
    {
      name: 'liveVersionNo',
      sortable: false,
      cell: (row) => (
        <>
          {row.liveVersionNo === null ? t('version.none') : t('version.no', { no: row.liveVersionNo })}
          {row.draftDiffers && row.liveVersionNo !== null && <span className="acc-soft"> · {t('version.draft')}</span>}
        </>
      ),
    },
    {
      name: 'auth',
      sortable: false,
      cell: (row) => <span className={row.auth === 0 ? 'acc-red' : undefined}>{words.value('auth', String(row.auth))}</span>,
    },
    { name: 'log', sortable: false, cell: (row) => words.value('log', String(row.log)) },
    { name: 'cacheOn', as: 'enum', optional: true },
    { name: 'isWrite', as: 'enum', optional: true },
    { name: 'systemName', sortable: false, optional: true },
    { name: 'calls24', as: 'number', sortable: false },
    { name: 'failures24', as: 'number', sortable: false },
    { name: 'lastAt', as: 'time', sortable: false },
    { name: 'enabled', as: 'enum' },
  ];
}

function Actions({ row, onOpen }: { row: InterfaceRow; onOpen: () => void }): ReactElement {
  const t = useT('access');
  const act = { names: [row.name], input: { ids: [row.id] }, type: 'text' as const, invalidates: readings };
  return (
    <RowActions name={row.name}>
      <Button type="text" onClick={onOpen}>
        {t('home.open')}
      </Button>
      {!row.enabled && row.liveVersionNo !== null && <ActionButton endpoint={apiInterface.enable} {...act} />}
      {row.enabled && <ActionButton endpoint={apiInterface.disable} {...act} />}
      <ActionButton endpoint={interfaceLog} {...act} input={{ ids: [row.id], on: row.log === 1 ? 0 : 1 }}>
        {row.log === 1 ? t('log.off') : t('log.on')}
      </ActionButton>
      <ActionButton endpoint={apiInterface.delete} {...act} />
    </RowActions>
  );
}

function Bulk({ ids, names }: { ids: readonly string[]; names: readonly string[] }): ReactElement {
  const act = { names, count: ids.length, input: { ids: [...ids] }, invalidates: readings };
  return (
    <>
      <ActionButton endpoint={apiInterface.enable} {...act} />
      <ActionButton endpoint={apiInterface.disable} {...act} />
      <ActionButton endpoint={apiInterface.delete} {...act} />
    </>
  );
}
