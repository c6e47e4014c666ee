import { platforms } from '#kit/common/client/platforms.ts';
import type { ReactElement } from 'react';
import { useT } from '#kit/console/i18n/use-t.ts';
import { BulkActions, ObjectActions } from '#kit/console/crud/crud-actions.tsx';
import { ChoiceFilter } from '#kit/console/page/choice-filter.tsx';
import { EnumFilter, SearchFilter } from '#kit/console/page/filters.tsx';
import { ListPanel } from '#kit/console/page/list-page.tsx';
import { useList } from '#kit/console/page/use-list.ts';
import { EmptyState } from '#kit/console/states/empty-state.tsx';
import type { Column } from '#kit/console/table/column.ts';
import { addressText } from '../../common/server-facts.ts';
import { serverList, type ServerRow } from '../../common/server.contract.ts';
import { serverConfig } from '../subjects.ts';
import { DrainButton, serverEndpoints, State } from './server-parts.tsx';

/** The servers, each as its last check found it. */
export function ServerList({ onOpen }: { onOpen: (id: string) => void }): ReactElement {
  const t = useT('servers');
  const list = useList(serverList, { searchKey: 'text' });
  const columns: readonly Column<ServerRow, typeof serverConfig>[] = [
    { name: 'name' },
    { name: 'code', as: 'code', optional: true },
    { name: 'kind', as: 'enum' },
    { name: 'addresses', sortable: false, cell: (row) => <Addresses row={row} /> },
    { name: 'state', sortable: false, cell: (row) => <State row={row} /> },
    { name: 'latencyP95', as: 'number', sortable: false },
    { name: 'certificateEndsAt', as: 'time', sortable: false },
    { name: 'platforms', sortable: false, cell: (row) => <>{row.platforms.map((one) => t(`platform.${one}`)).join(', ') || '—'}</> },
    { name: 'weight', as: 'number', optional: true },
    { name: 'checkedAt', as: 'time', sortable: false },
    { name: 'updatedAt', as: 'time', optional: true },
  ];
  return (
    <ListPanel
      subject={serverConfig}
      list={list}
      columns={columns}
      filters={
        <>
          <SearchFilter list={list} name="text" />
          <EnumFilter list={list} name="kind" />
          <EnumFilter list={list} name="zone" />
          <EnumFilter list={list} name="state" />
          <EnumFilter list={list} name="enabled" />
          <ChoiceFilter list={list} name="platform" options={platforms.map((value) => ({ value, label: t(`platform.${value}`) }))} />
        </>
      }
      bulk={(selection) => <BulkActions endpoints={serverEndpoints} selection={selection} nameOf={({ name }) => name} />}
      rowActions={(row) => (
        <ObjectActions endpoints={serverEndpoints} id={row.id} name={row.name} object={row} onEdit={() => onOpen(row.id)}>
          <DrainButton row={row} />
        </ObjectActions>
      )}
      onOpen={(row) => onOpen(row.id)}
      empty={<EmptyState title={t('serverConfig.empty')} hint={t('serverConfig.emptyHint')} />}
    />
  );
}

function Addresses({ row }: { row: ServerRow }): ReactElement {
  const [first, ...rest] = row.addresses;
  return (
    <>
      {first && addressText(first)}
      {rest.length > 0 && <span className="ws-soft"> +{rest.length}</span>}
    </>
  );
}
