import { PlusOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useState, type ReactElement } from 'react';
import { useSearchParams } from 'react-router';
import { ActionButton } from '#kit/console/action/action-button.tsx';
import { useT } from '#kit/console/i18n/use-t.ts';
import { EnumFilter, PickFilter, SearchFilter } from '#kit/console/page/filters.tsx'; // #scoped
// #unscoped import { EnumFilter, SearchFilter } from '#kit/console/page/filters.tsx';
import { ListPage } from '#kit/console/page/list-page.tsx';
import { useList } from '#kit/console/page/use-list.ts';
import { DepartmentPicker } from '#kit/console/pickers/pickers.tsx'; // #scoped
import { useCodeName } from '#kit/console/routes/use-code-name.ts';
import { Permit } from '#kit/console/shell/permit.tsx';
import { EmptyState } from '#kit/console/states/empty-state.tsx';
import type { Column } from '#kit/console/table/column.ts';
import { sampleThingPage as page } from '../common/permissions.ts';
import {
  sampleThingDisable,
  sampleThingEnable,
  sampleThingList,
  sampleThingRemove,
  type SampleThingRow,
} from '../common/sample-thing.contract.ts';
import { SampleThingActions } from './components/sample-thing-actions.tsx';
import { SampleThingDrawer } from './components/sample-thing-drawer.tsx';
import { AddSampleThing } from './components/sample-thing-form.tsx';
import { sampleThingReadings, sampleThingSubject } from './sample-thing.subject.ts';

const columns: readonly Column<SampleThingRow, typeof sampleThingSubject>[] = [
  { name: 'name' },
  { name: 'code', as: 'code' },
  { name: 'departmentName', sortable: false }, // #scoped
  { name: 'description', sortable: false },
  { name: 'enabled', sortable: false },
  { name: 'createdAt', as: 'time', optional: true },
  { name: 'updatedAt', as: 'time' },
];

/** The list of sample things; which one is open beside it stands in the address. */
export default function SampleThingsPage(): ReactElement {
  const t = useT('sample-area');
  const title = useCodeName(page.code);
  const list = useList(sampleThingList, { searchKey: 'text' });
  const [search, setSearch] = useSearchParams();
  const [adding, setAdding] = useState(false);
  const opened = search.get('id');
  const open = (id: string | undefined): void =>
    setSearch(
      (before) => {
        const next = new URLSearchParams(before);
        next.delete('detail');
        if (id === undefined) next.delete('id');
        else next.set('id', id);
        return next;
      },
      { preventScrollReset: true },
    );
  const add = (
    <Permit code={page.button.add}>
      {(name) => (
        <Button type="primary" icon={<PlusOutlined aria-hidden="true" />} onClick={() => setAdding(true)}>
          {name}
        </Button>
      )}
    </Permit>
  );
  return (
    <ListPage
      title={title}
      help={t('sampleThing.help')}
      actions={add}
      subject={sampleThingSubject}
      list={list}
      columns={columns}
      filters={
        <>
          <SearchFilter list={list} name="text" />
          <EnumFilter list={list} name="enabled" />
          {/* #scoped { */}
          <PickFilter list={list} name="departmentId">
            <DepartmentPicker />
          </PickFilter>
          {/* #scoped } */}
        </>
      }
      bulk={({ ids, rows, clear }) => {
        const act = { names: rows.map(({ name }) => name), input: { ids: [...ids] }, invalidates: sampleThingReadings, onDone: clear };
        return (
          <>
            <ActionButton endpoint={sampleThingEnable} {...act} />
            <ActionButton endpoint={sampleThingDisable} {...act} />
            <ActionButton endpoint={sampleThingRemove} {...act} />
          </>
        );
      }}
      rowActions={(row) => <SampleThingActions row={row} />}
      onOpen={(row) => open(row.id)}
      empty={<EmptyState title={t('sampleThing.none')} hint={t('sampleThing.noneHint')} action={add} />}
    >
      {adding && <AddSampleThing onSaved={open} onClose={() => setAdding(false)} />}
      {opened !== null && <SampleThingDrawer id={opened} onClose={() => open(undefined)} />}
    </ListPage>
  );
}
