import { CheckOutlined, ExclamationCircleOutlined, PlusOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useState, type ReactElement, type ReactNode } from 'react';
import { useActionName } from '#kit/console/action/action-button.tsx';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import { BulkActions, EditButton, ObjectActions } from '#kit/console/crud/crud-actions.tsx';
import { Facts, type Fact } from '#kit/console/page/facts.tsx';
import { SearchFilter } from '#kit/console/page/filters.tsx';
import { ListPanel } from '#kit/console/page/list-page.tsx';
import { useRead } from '#kit/console/page/query.ts';
import { useWords } from '#kit/console/page/subject.ts';
import { useChosen } from '#kit/console/page/use-chosen.ts';
import { useList } from '#kit/console/page/use-list.ts';
import { later } from '#kit/console/shell/later.tsx';
import { EmptyState } from '#kit/console/states/empty-state.tsx';
import type { Column } from '#kit/console/table/column.ts';
import { numberText } from '#kit/console/table/formats.ts';
import {
  streamAdd,
  streamDisable,
  streamEnable,
  streamGet,
  streamList,
  streamRemove,
  streamUpdate,
  type StreamRow,
} from '../../common/stream.contract.ts';
import { stream } from '../subjects.ts';
import { Moment } from './moment.tsx';
import { StreamActions } from './stream-actions.tsx';
import { atOf } from './at.tsx';

const StreamForms = later('stream-form', async () => (await import('./stream-form.tsx')).StreamForms);
const CrudDrawer = later('stream-drawer', async () => (await import('#kit/console/crud/crud-drawer.tsx')).CrudDrawer);

const endpoints = {
  list: streamList,
  get: streamGet,
  add: streamAdd,
  update: streamUpdate,
  remove: streamRemove,
  enable: streamEnable,
  disable: streamDisable,
};
/** Milliseconds between looks at how the streams stand. */
const lookEvery = 5_000;

const columns: readonly Column<StreamRow, typeof stream>[] = [
  { name: 'name', width: 180 },
  { name: 'state', cell: (row) => <StreamState row={row} />, width: 150, sortable: false },
  { name: 'host', cell: (row) => <code>{`${row.host}:${row.port}`}</code>, width: 220 },
  { name: 'lagRows', cell: (row) => <Lag row={row} />, width: 200 },
  { name: 'sent', as: 'number', width: 110 },
  { name: 'sentAt', as: 'time', cell: ({ sentAt }) => atOf(sentAt), width: 170 },
  { name: 'transport', as: 'enum', width: 120, optional: true },
  { name: 'kinds', as: 'enum', optional: true },
];

const facts: readonly Fact<StreamRow>[] = [
  { name: 'state', show: (row) => <StreamState row={row} /> },
  { name: 'lastError', show: (row) => <LastError row={row} /> },
  { name: 'lagRows', show: (row) => <Lag row={row} />, always: true },
  { name: 'sent', as: 'number' },
  { name: 'sentAt', show: (row) => row.sentAt !== null && <Moment at={row.sentAt} utc /> },
  { name: 'connectedAt', show: (row) => row.connectedAt !== null && <Moment at={row.connectedAt} utc /> },
  { name: 'host', as: 'code' },
  { name: 'port', show: (row) => <>{row.port}</> },
  { name: 'transport', as: 'enum' },
  { name: 'framing', as: 'enum' },
  { name: 'format', as: 'enum' },
  { name: 'kinds', show: (row) => <Kinds row={row} /> },
  { name: 'facility', as: 'number' },
  { name: 'appName', as: 'code' },
  { name: 'enterpriseId', show: (row) => <>{row.enterpriseId}</> },
  { name: 'maxBytes', as: 'number' },
];

/** Receivers of the logs: how each stands, and the ways to add, change, test and stop one. */
export function StreamPanel(): ReactElement {
  const words = useWords(stream);
  const list = useList<typeof streamList>(streamList, { searchKey: 'text' });
  const chosen = useChosen();
  const [editing, setEditing] = useState<string>();
  // The states move by themselves.
  useRead(streamList, { pageNum: list.state.page, pageSize: list.state.size, ...list.asked }, { every: lookEvery });
  const shown = useRead(streamGet, { id: chosen.id ?? '' }, { enabled: chosen.id !== undefined, every: lookEvery });
  const edited = useRead(streamGet, { id: editing ?? '' }, { enabled: editing !== undefined });
  const adding = useActionName(streamAdd);
  const add = adding.granted && (
    <Button type="primary" icon={<PlusOutlined aria-hidden="true" />} onClick={chosen.add}>
      {adding.name}
    </Button>
  );
  const actionsOf = (row: StreamRow, beside: 'row' | 'drawer'): ReactNode => (
    <ObjectActions
      endpoints={endpoints}
      id={row.id}
      name={row.name}
      object={row}
      {...(beside === 'row' ? { onEdit: () => setEditing(row.id) } : { onRemoved: chosen.close })}
    >
      <StreamActions row={row} />
    </ObjectActions>
  );
  return (
    <>
      <ListPanel
        subject={stream}
        list={list}
        columns={columns}
        filters={
          <>
            <SearchFilter list={list} name="text" />
            {add}
          </>
        }
        bulk={(selection) => <BulkActions endpoints={endpoints} selection={selection} nameOf={({ name }) => name} />}
        rowActions={(row) => actionsOf(row, 'row')}
        onOpen={({ id }) => chosen.show(id)}
        empty={<EmptyState title={words.own('empty')} hint={words.own('emptyHint')} action={add} />}
      />
      {chosen.id !== undefined && (
        <CrudDrawer
          key={chosen.id}
          subject={stream}
          read={shown}
          journal="stream"
          nameOf={(row) => (row as StreamRow).name}
          actions={(row) => (
            <>
              <EditButton endpoint={streamUpdate} type="primary" onClick={() => setEditing((row as StreamRow).id)} />
              {actionsOf(row as StreamRow, 'drawer')}
            </>
          )}
          facts={(row) => <Facts row={row as StreamRow} facts={facts} />}
          onClose={chosen.close}
        />
      )}
      {((chosen.adding && adding.granted) || edited.data !== undefined) && (
        <StreamForms
          endpoints={endpoints}
          chosen={chosen}
          edited={editing === undefined ? undefined : edited.data}
          onEdited={() => setEditing(undefined)}
        />
      )}
    </>
  );
}

function StreamState({ row }: { row: StreamRow }): ReactElement {
  const t = useT('logs');
  const bad = row.state === 'failed' || row.state === 'lagging' || (row.state === 'connecting' && row.lastError !== null);
  return (
    <span className="wl-stream" data-state={bad ? 'failed' : row.state}>
      {row.state === 'live' && <CheckOutlined aria-hidden="true" />}
      {bad && <ExclamationCircleOutlined aria-hidden="true" />}
      {t(`stream.state.${row.state}`)}
    </span>
  );
}

function LastError({ row }: { row: StreamRow }): ReactElement | null {
  const t = useT('logs');
  if (row.lastError === null) return null;
  return (
    <>
      {t(`stream.error.${row.lastError as 'tls'}`)} {row.lastErrorAt !== null && <Moment at={row.lastErrorAt} />}
    </>
  );
}

function Lag({ row }: { row: StreamRow }): ReactElement {
  const t = useT('logs');
  const [language] = useLanguage();
  if (row.lagRows === 0) return <span className="wl-soft">{t('stream.lagNone')}</span>;
  return <>{t('stream.lagRows', { rows: numberText(row.lagRows, language), seconds: numberText(row.lagSeconds, language) })}</>;
}

function Kinds({ row }: { row: StreamRow }): ReactElement {
  const t = useT('logs');
  return <>{row.kinds.map((kind) => t(`stream.kinds.${kind}`)).join(', ')}</>;
}
