import type { ReactElement } from 'react';
import { platformNames, platforms } from '#kit/common/client/platforms.ts';
import { useT } from '#kit/console/i18n/use-t.ts';
import { EnumFilter, PickFilter, SearchFilter } from '#kit/console/page/filters.tsx';
import { ListPanel } from '#kit/console/page/list-page.tsx';
import { useList } from '#kit/console/page/use-list.ts';
import { DepartmentPicker, EmployeePicker } from '#kit/console/pickers/pickers.tsx';
import { unbindList } from '#modules/devices/common/binding.contract.ts';
import { eraseItemStates } from '#modules/devices/common/erase-words.ts';
import { unbindSubject } from './subjects.ts';

/** Bindings of devices that ended: whose, by whom, why, and what became of the data. */
export default function UnbindLogPage(): ReactElement {
  const t = useT('file-security');
  const list = useList(unbindList);
  const eraseText = (state: string): string => {
    const known = eraseItemStates.find((one) => one === state);
    return known === undefined ? '' : t(`unbind.eraseState.${known}`);
  };
  return (
    <ListPanel
      subject={unbindSubject}
      list={list}
      columns={[
        { name: 'unboundAt', as: 'time' },
        { name: 'name' },
        { name: 'departmentName' },
        { name: 'deviceName' },
        { name: 'platform', cell: ({ platform }) => platformNames[platforms.find((one) => one === platform) ?? platforms[0]] },
        {
          name: 'unboundBy',
          cell: ({ unboundBy, unboundByName }) => [t(`unbind.unboundBy.${unboundBy}`), unboundByName].filter(Boolean).join(' · '),
        },
        { name: 'reason', wrap: true },
        { name: 'eraseState', cell: ({ eraseState }) => eraseText(eraseState) },
      ]}
      filters={
        <>
          <SearchFilter list={list} name="text" />
          <PickFilter list={list} name="empId">
            <EmployeePicker />
          </PickFilter>
          <PickFilter list={list} name="deptId">
            <DepartmentPicker />
          </PickFilter>
          <EnumFilter list={list} name="unboundBy" />
        </>
      }
    />
  );
}
