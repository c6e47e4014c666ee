import { PlusOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import type { ReactElement } from 'react';
import { ActionButton } from '#kit/console/action/action-button.tsx';
import { RowActions } from '#kit/console/action/row-actions.tsx';
import { useT } from '#kit/console/i18n/use-t.ts';
import { EnumFilter, SearchFilter } from '#kit/console/page/filters.tsx';
import { ListPage } from '#kit/console/page/list-page.tsx';
import { useList } from '#kit/console/page/use-list.ts';
import { useCodeName } from '#kit/console/routes/use-code-name.ts';
import { Permit } from '#kit/console/shell/permit.tsx';
import { EmptyState } from '#kit/console/states/empty-state.tsx';
import type { Column } from '#kit/console/table/column.ts';
import { sourceDisable, sourceEnable, sourceList, type SourceRow } from '../common/source.contract.ts';
import { sourcePage as page } from '../common/source.permissions.ts';
import { source } from './subjects.ts';
import { CountsText } from './counts-text.tsx';
import { DeleteSource } from './delete-source.tsx';
import { sourceReadings } from './source-readings.ts';
import { SourceState } from './source-state.tsx';

const columns: readonly Column<SourceRow, typeof source>[] = [
  { name: 'name', width: 160 },
  { name: 'kind', as: 'enum' },
  { name: 'rootDepartmentName', width: 140 },
  { name: 'state', cell: (row) => <SourceState source={row} /> },
  { name: 'people', as: 'number' },
  { name: 'departments', as: 'number' },
  { name: 'lastRun', width: 200, wrap: true, cell: ({ lastRun }) => (lastRun ? <CountsText run={lastRun} /> : '—') },
  { name: 'lastGoodAt', as: 'time' },
  { name: 'nextAt', as: 'time' },
  { name: 'code', as: 'code', optional: true },
  { name: 'enabled', as: 'boolean', optional: true },
  { name: 'updatedAt', as: 'time', optional: true },
];

interface SourceListProps {
  onAdd: () => void;
  onOpen: (id: string) => void;
  onEdit: (id: string) => void;
  onRun: (id: string, runId: string) => void;
}

/** The sources whose root is in range. */
export function SourceList({ onAdd, onOpen, onEdit, onRun }: SourceListProps): ReactElement {
  const t = useT('user-centre');
  const title = useCodeName(page.code);
  const list = useList(sourceList, { searchKey: 'name' });
  const add = (
    <Permit code={page.button.add}>
      {(name) => (
        <Button type="primary" icon={<PlusOutlined aria-hidden="true" />} onClick={onAdd}>
          {name}
        </Button>
      )}
    </Permit>
  );
  return (
    <ListPage<SourceRow, typeof source>
      title={title}
      help={t('source.help')}
      actions={add}
      subject={source}
      list={list}
      columns={columns}
      filters={
        <>
          <SearchFilter list={list} name="name" />
          <EnumFilter list={list} name="kind" />
          <EnumFilter list={list} name="state" />
          <EnumFilter list={list} name="enabled" />
        </>
      }
      rowActions={(row) => <SourceRowActions row={row} onEdit={() => onEdit(row.id)} onRun={(runId) => onRun(row.id, runId)} />}
      onOpen={(row) => onOpen(row.id)}
      empty={<EmptyState title={t('source.empty')} hint={t('source.emptyHint')} action={add} />}
    />
  );
}

function SourceRowActions({ row, onEdit, onRun }: { row: SourceRow; onEdit: () => void; onRun: (runId: string) => void }): ReactElement {
  const act = { names: [row.name], input: { ids: [row.id] }, type: 'text' as const };
  return (
    <RowActions name={row.name}>
      <Permit code={page.button.update}>
        {(name) => (
          <Button type="text" onClick={onEdit}>
            {name}
          </Button>
        )}
      </Permit>
      {row.enabled ? (
        <ActionButton endpoint={sourceDisable} {...act} confirm="ask" invalidates={sourceReadings} />
      ) : (
        <ActionButton endpoint={sourceEnable} {...act} invalidates={sourceReadings} />
      )}
      {!row.enabled && <Permit code={page.button.delete}>{(name) => <DeleteSource action={name} row={row} onRun={onRun} />}</Permit>}
    </RowActions>
  );
}
