import { Button } from 'antd';
import { useState, type ReactElement } from 'react';
import { DrawerForm } from '#kit/console/form/drawer-form.tsx';
import { fieldsOf } from '#kit/console/form/fields-of.tsx';
import { FormDialog } from '#kit/console/form/form-dialog.tsx';
import { useT } from '#kit/console/i18n/use-t.ts';
import { ListPanel } from '#kit/console/page/list-page.tsx';
import { useList } from '#kit/console/page/use-list.ts';
import { EmployeePicker } from '#kit/console/pickers/pickers.tsx';
import { EmptyState } from '#kit/console/states/empty-state.tsx';
import type { Column } from '#kit/console/table/column.ts';
import { holdAdd, holdList, holdRelease } from '../../common/case.contract.ts';
import type { RowOf } from '#kit/console/page/list-endpoint.ts';
import { holdSubject } from '../subjects.ts';
import { GroupPicker } from './groups-picker.tsx';

const F = fieldsOf(holdAdd.input);
const R = fieldsOf(holdRelease.input);
type Row = RowOf<typeof holdList>;

/** Messages that stay whatever the rules of keeping say. */
export function HoldList(): ReactElement {
  const t = useT('messaging');
  const list = useList(holdList);
  const [adding, setAdding] = useState(false);
  const [released, setReleased] = useState<Row>();
  const columns: readonly Column<Row, typeof holdSubject>[] = [
    { name: 'name' },
    { name: 'people', wrap: true, width: 260, cell: (row) => [...row.people, ...row.groups].map(({ name }) => name).join(', ') },
    { name: 'from', as: 'time' },
    { name: 'to', as: 'time' },
    { name: 'reason', wrap: true, width: 260 },
    { name: 'createdAt', as: 'time' },
  ];
  return (
    <>
      <ListPanel<Row, typeof holdSubject>
        subject={holdSubject}
        list={list}
        columns={columns}
        filters={
          <Button type="primary" onClick={() => setAdding(true)}>
            {t('hold.add')}
          </Button>
        }
        rowActions={(row) => (
          <Button type="text" danger onClick={() => setReleased(row)}>
            {t('hold.release')}
          </Button>
        )}
        empty={<EmptyState title={t('hold.empty')} hint={t('hold.emptyHint')} />}
      />
      {adding && (
        <DrawerForm
          endpoint={holdAdd}
          subject={holdSubject}
          title={t('hold.add')}
          initial={{ name: '', people: [], groupIds: [], from: null, to: null, reason: '' }}
          invalidates={[holdList]}
          onSaved={() => setAdding(false)}
          onClose={() => setAdding(false)}
        >
          <F.name />
          <F.people>
            <EmployeePicker multiple />
          </F.people>
          <F.groupIds>
            <GroupPicker multiple />
          </F.groupIds>
          <F.from as="time" />
          <F.to as="time" />
          <F.reason />
        </DrawerForm>
      )}
      {released && (
        <FormDialog
          endpoint={holdRelease}
          title={t('hold.release')}
          initial={{ reason: '' }}
          input={({ reason }) => ({ ids: [released.id], reason: String(reason ?? '') })}
          invalidates={[holdList]}
          onClose={() => setReleased(undefined)}
        >
          <R.reason label={t('hold.releaseReason')} />
        </FormDialog>
      )}
    </>
  );
}
