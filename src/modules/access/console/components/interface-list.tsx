import { DownloadOutlined, PlusOutlined, UploadOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { Fragment, useState, type ReactElement } from 'react';
import type { Endpoint } from '#kit/common/contract.ts';
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
import { interfaceCopy, interfaceTag } from '../../common/interface-copy.contract.ts';
import { interfacePrefix } from '../../common/prefix.contract.ts';
import { accessSystem, grantSave } from '../../common/system.contract.ts';
import { interfaceExport, interfaceImport } from '../../common/transfer.contract.ts';
import { apiInterfaceSubject } from '../subjects.ts';
import './access.css';
import { EntitySelect } from './entity-select.tsx';

const AddInterface = later('interface-add', async () => (await import('./interface-add.tsx')).AddInterface);
const ImportInterfaces = later('interface-import', async () => (await import('./interface-transfer.tsx')).ImportInterfaces);
const ExportInterfaces = later('interface-export', async () => (await import('./interface-transfer.tsx')).ExportInterfaces);

const CopyInterface = later('interface-copy', async () => (await import('./interface-copy.tsx')).CopyInterface);
const TagInterfaces = later('interface-tags', async () => (await import('./interface-copy.tsx')).TagInterfaces);
const GrantInterfaces = later('interface-granting', async () => (await import('./interface-grants.tsx')).GrantInterfaces);

const readings = [apiInterface.list] as const;

/** What is asked about interfaces in a dialog. */
interface Doing {
  readonly what: 'copy' | 'tag' | 'grant';
  readonly ids: readonly string[];
  /** Those of them that are on the page. */
  readonly rows: readonly InterfaceRow[];
}

/** Interfaces with how they stand; a name opens the workbench. */
export function InterfaceList({ chosen }: { chosen: Chosen }): ReactElement {
  const t = useT('access');
  const list = useList(apiInterface.list, { searchKey: 'text' });
  const adding = useActionName(interfaceAdd.http);
  const importing = useActionName(interfaceImport);
  const exporting = useActionName(interfaceExport);
  const [open, setOpen] = useState<'import' | 'export'>();
  const [doing, setDoing] = useState<Doing>();
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
            <MoreFilters list={list} names={['systemId', 'prefixId', 'tag', 'draftDiffers', 'isWrite', 'auth', 'log', 'cacheOn']}>
              <PickFilter list={list} name="systemId">
                <EntitySelect endpoint={accessSystem.list} />
              </PickFilter>
              <PickFilter list={list} name="prefixId">
                <EntitySelect endpoint={interfacePrefix.list} />
              </PickFilter>
              <SearchFilter list={list} name="tag" />
              <EnumFilter list={list} name="draftDiffers" />
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
        bulk={(selection) => <Bulk ids={selection.ids} rows={selection.rows} onDo={setDoing} />}
        rowActions={(row) => <Actions row={row} onOpen={() => chosen.show(row.id)} onDo={setDoing} />}
        onOpen={(row) => chosen.show(row.id)}
        empty={<EmptyState title={t('apiInterface.empty')} hint={t('apiInterface.emptyHint')} />}
      />
      {chosen.adding && adding.granted && <AddInterface onSaved={chosen.show} onClose={chosen.close} />}
      {doing?.what === 'copy' && <CopyInterface row={doing.rows[0]!} onSaved={chosen.show} onClose={() => setDoing(undefined)} />}
      {doing?.what === 'tag' && (
        <TagInterfaces ids={doing.ids} present={doing.rows.flatMap(({ tags }) => tags)} onClose={() => setDoing(undefined)} />
      )}
      {doing?.what === 'grant' && <GrantInterfaces ids={doing.ids} onClose={() => setDoing(undefined)} />}
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
    { name: 'path', sortable: false, cell: (row) => <PathText path={row.path} /> },
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
    { name: 'tags', sortable: false, optional: true, cell: (row) => row.tags.join(' · ') },
    { name: 'calls24', as: 'number', sortable: false },
    { name: 'failures24', as: 'number', sortable: false },
    { name: 'lastAt', as: 'time', sortable: false },
    { name: 'enabled', as: 'enum' },
  ];
}

/** A path that may go on in the next line behind a slash. */
function PathText({ path }: { path: string }): ReactElement {
  return (
    <span className="acc-code acc-path">
      {path.split('/').map((part, at) => (
        // Parts have their place in the path and no other name.
        <Fragment key={at}>
          {at > 0 && '/'}
          {at > 0 && <wbr />}
          {part}
        </Fragment>
      ))}
    </span>
  );
}

function Actions({ row, onOpen, onDo }: { row: InterfaceRow; onOpen: () => void; onDo: (doing: Doing) => void }): ReactElement {
  const t = useT('access');
  const act = { names: [row.name], input: { ids: [row.id] }, type: 'text' as const, invalidates: readings };
  return (
    <RowActions name={row.name}>
      <Button type="text" onClick={onOpen}>
        {t('row.open')}
      </Button>
      {!row.enabled && row.liveVersionNo !== null && <ActionButton endpoint={apiInterface.enable} {...act} />}
      {row.enabled && <ActionButton endpoint={apiInterface.disable} {...act} />}
      <ActionButton endpoint={interfaceLog} {...act} input={{ ids: [row.id], on: row.log === 1 ? 0 : 1 }}>
        {row.log === 1 ? t('log.off') : t('log.on')}
      </ActionButton>
      <Asks endpoint={interfaceCopy} onAsk={() => onDo({ what: 'copy', ids: [row.id], rows: [row] })} type="text" />
      <Asks endpoint={interfaceTag} onAsk={() => onDo({ what: 'tag', ids: [row.id], rows: [row] })} type="text" />
      <Asks endpoint={grantSave} onAsk={() => onDo({ what: 'grant', ids: [row.id], rows: [row] })} type="text" />
      <ActionButton endpoint={apiInterface.delete} {...act} />
    </RowActions>
  );
}

interface BulkProps {
  ids: readonly string[];
  rows: readonly InterfaceRow[];
  onDo: (doing: Doing) => void;
}

function Bulk({ ids, rows, onDo }: BulkProps): ReactElement {
  const names = rows.map(({ name }) => name);
  const act = { names, count: ids.length, input: { ids: [...ids] }, invalidates: readings };
  return (
    <>
      <ActionButton endpoint={apiInterface.enable} {...act} />
      <ActionButton endpoint={apiInterface.disable} {...act} />
      <Asks endpoint={interfaceTag} onAsk={() => onDo({ what: 'tag', ids, rows })} />
      <Asks endpoint={grantSave} onAsk={() => onDo({ what: 'grant', ids, rows })} />
      <ActionButton endpoint={apiInterface.delete} {...act} />
    </>
  );
}

/** Opens a dialog; there only with the grant of what the dialog does, and called like it. */
function Asks({ endpoint, onAsk, type }: { endpoint: Endpoint; onAsk: () => void; type?: 'text' }): ReactElement | null {
  const { granted, name } = useActionName(endpoint);
  if (!granted) return null;
  return (
    <Button {...(type && { type })} onClick={onAsk}>
      {name}
    </Button>
  );
}
