import { PlusOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import type { ReactElement } from 'react';
import { useSearchParams } from 'react-router';
import { useActionName } from '#kit/console/action/action-button.tsx';
import { useT } from '#kit/console/i18n/use-t.ts';
import { EnumFilter } from '#kit/console/page/filters.tsx';
import { ListPanel } from '#kit/console/page/list-page.tsx';
import { useChosen } from '#kit/console/page/use-chosen.ts';
import { useList } from '#kit/console/page/use-list.ts';
import { later } from '#kit/console/shell/later.tsx';
import { EmptyState } from '#kit/console/states/empty-state.tsx';
import type { Column } from '#kit/console/table/column.ts';
import { holdAdd, holdList, type HoldView } from '../../common/cleaning/hold.contract.ts';
import { hold } from './cleaning.subjects.ts';
import { atOf } from '../components/at.tsx';

const HoldDrawer = later('hold-drawer', async () => (await import('./hold-drawer.tsx')).HoldDrawer);
const HoldForm = later('hold-form', async () => (await import('./hold-form.tsx')).HoldForm);

const columns: readonly Column<HoldView, typeof hold>[] = [
  { name: 'name', width: 200 },
  { name: 'state', as: 'enum', width: 110 },
  { name: 'reason', width: 260 },
  { name: 'owner', width: 140 },
  { name: 'from', as: 'time', cell: ({ from }) => atOf(from), width: 160 },
  { name: 'to', as: 'time', cell: ({ to }) => atOf(to), width: 160 },
  { name: 'until', as: 'time', cell: ({ until }) => atOf(until), width: 160 },
  { name: 'asked', cell: (row) => row.asked?.name ?? '—', width: 160, sortable: false },
  { name: 'createdAt', as: 'time', cell: ({ createdAt }) => atOf(createdAt), width: 160 },
];

/** Legal holds. */
export function HoldPanel(): ReactElement {
  const t = useT('logs');
  const list = useList(holdList);
  const chosen = useChosen();
  const add = useActionName(holdAdd);
  const [search, setSearch] = useSearchParams();
  const listed = (name: string): string[] => search.getAll(name).slice(0, 1);
  const closeForm = (): void =>
    setSearch(
      (before) => {
        const next = new URLSearchParams(before);
        for (const one of ['add', 'person', 'object', 'address']) next.delete(one);
        return next;
      },
      { preventScrollReset: true },
    );
  const button = add.granted && (
    <Button type="primary" icon={<PlusOutlined aria-hidden="true" />} onClick={chosen.add}>
      {add.name}
    </Button>
  );
  return (
    <>
      <ListPanel
        subject={hold}
        list={list}
        columns={columns}
        filters={
          <>
            <EnumFilter list={list} name="state" />
            {button}
          </>
        }
        onOpen={(row) => chosen.show(row.id)}
        empty={<EmptyState title={t('hold.empty')} hint={t('hold.emptyHint')} />}
      />
      {chosen.id !== undefined && <HoldDrawer key={chosen.id} id={chosen.id} onClose={chosen.close} />}
      {chosen.adding && add.granted && (
        <HoldForm
          about={{ employeeIds: listed('person'), objectIds: listed('object'), addresses: listed('address') }}
          onClose={closeForm}
        />
      )}
    </>
  );
}
