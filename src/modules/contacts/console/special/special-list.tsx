import { PlusOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useState, type ReactElement } from 'react';
import { useT } from '#kit/console/i18n/use-t.ts';
import { EnumFilter, PickFilter, SearchFilter } from '#kit/console/page/filters.tsx';
import { ListPanel } from '#kit/console/page/list-page.tsx';
import { useList } from '#kit/console/page/use-list.ts';
import { EmployeePicker } from '#kit/console/pickers/pickers.tsx';
import { later } from '#kit/console/shell/later.tsx';
import { Permit } from '#kit/console/shell/permit.tsx';
import { EmptyState } from '#kit/console/states/empty-state.tsx';
import type { Column } from '#kit/console/table/column.ts';
import { specialUserPage } from '../../common/permissions.ts';
import { specialUser } from '../../common/special.contract.ts';
import { specialSubject } from '../subjects.ts';
import { RulePlace } from './rule-place.tsx';
import { SpecialActions, SpecialBulk } from './special-actions.tsx';
import { dropsOf, useRuleOrder, type Rule } from './use-rule-order.ts';

const AddSpecial = later('contact-special', async () => (await import('./special-form.tsx')).AddSpecial);

/** The special user rules in the order in which they are asked. */
export function SpecialList({ onOpen }: { onOpen: (id: string) => void }): ReactElement {
  const t = useT('contacts');
  const list = useList(specialUser.list);
  const order = useRuleOrder(list);
  const [adding, setAdding] = useState(false);
  const columns: readonly Column<Rule, typeof specialSubject>[] = [
    { name: 'name' },
    { name: 'priority', width: 120, cell: (rule) => <RulePlace rule={rule} order={order} /> },
    { name: 'mode', as: 'enum' },
    { name: 'belongs', as: 'number' },
    { name: 'exceptions', as: 'number' },
    { name: 'fieldsChanged', as: 'number' },
    { name: 'until', as: 'time' },
    { name: 'enabled', as: 'boolean' },
    { name: 'ownerDeptName', optional: true },
    { name: 'updatedAt', as: 'time', optional: true },
  ];
  const add = (
    <Permit code={specialUserPage.button.add}>
      {(name) => (
        <Button type="primary" icon={<PlusOutlined aria-hidden="true" />} onClick={() => setAdding(true)}>
          {name}
        </Button>
      )}
    </Permit>
  );
  return (
    // Rules are dropped on rows; the buttons in the rows are the way of the keyboard.
    <div {...dropsOf(order)}>
      <p className="contacts-soft special-help">{t('cpdRole.help')}</p>
      <span className="wh-hidden" role="status">
        {order.said}
      </span>
      <ListPanel
        subject={specialSubject}
        list={list}
        columns={columns}
        filters={
          <>
            <SearchFilter list={list} name="name" />
            <EnumFilter list={list} name="mode" />
            <EnumFilter list={list} name="enabled" />
            <PickFilter list={list} name="employeeId">
              <EmployeePicker />
            </PickFilter>
            {add}
          </>
        }
        bulk={(selection) => <SpecialBulk rules={selection.rows} onDone={selection.clear} />}
        rowActions={(rule) => <SpecialActions rule={rule} />}
        onOpen={(rule) => onOpen(rule.id)}
        empty={<EmptyState title={t('cpdRole.empty')} hint={t('cpdRole.help')} action={add} />}
      />
      {adding && <AddSpecial onSaved={onOpen} onClose={() => setAdding(false)} />}
    </div>
  );
}
