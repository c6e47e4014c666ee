import type { ReactElement } from 'react';
import { EnumFilter, MoreFilters, PickFilter, SearchFilter, TimeFilter } from '#kit/console/page/filters.tsx';
import type { List } from '#kit/console/page/use-list.ts';
import { CrowdPicker, EmployeePicker } from '#kit/console/pickers/pickers.tsx';
import { personParts } from '#kit/console/person/person-parts.ts';
import { later } from '#kit/console/shell/later.tsx';
import { useCan } from '#kit/console/store/granted.ts';
import type { employeeList, EmployeeRow } from '../../common/employee.contract.ts';

const ExtraFilters = later('extra-filters', async () => (await import('../extra/extra-filters.tsx')).ExtraFilters);
const SysRoleChoice = later('sys-role-choice', async () => (await import('./sys-role-choice.tsx')).sysRoleChoice());
const OriginChoice = later('source-choice', async () => (await import('./origin-choice.tsx')).originChoice());
const extraOf = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);

const names = [
  'employmentType',
  'managerId',
  'several',
  'empty',
  'jobLevel',
  'crowdId',
  'roleId',
  'sourceId',
  'administrator',
  'neverSignedIn',
  'hiredFrom',
  'hiredTo',
  'lastSignInFrom',
  'lastSignInTo',
  'createdFrom',
  'createdTo',
  'extra',
] as const;

/** Filters of people that are used seldom. */
export function PeopleFilters({ list }: { list: List<EmployeeRow, typeof employeeList> }): ReactElement {
  const can = useCan();
  const { origins } = personParts();
  const byOrigin = origins !== undefined && can(origins.code);
  return (
    <MoreFilters list={list} names={names}>
      <EnumFilter list={list} name="employmentType" />
      <PickFilter list={list} name="managerId">
        <EmployeePicker />
      </PickFilter>
      <PickFilter list={list} name="crowdId">
        <CrowdPicker />
      </PickFilter>
      {/* As the search of roles asks, whose contract comes with the choice. */}
      {personParts().roles?.search.some(can) && (
        <PickFilter list={list} name="roleId">
          <SysRoleChoice />
        </PickFilter>
      )}
      {byOrigin && (
        <PickFilter list={list} name="sourceId">
          <OriginChoice />
        </PickFilter>
      )}
      <SearchFilter list={list} name="jobLevel" />
      <EnumFilter list={list} name="several" />
      <EnumFilter list={list} name="administrator" />
      <EnumFilter list={list} name="neverSignedIn" />
      <EnumFilter list={list} name="empty" />
      <TimeFilter list={list} from="hiredFrom" to="hiredTo" />
      <TimeFilter list={list} from="lastSignInFrom" to="lastSignInTo" />
      <TimeFilter list={list} from="createdFrom" to="createdTo" />
      <ExtraFilters
        target="employee"
        value={extraOf(list.state.filters['extra'])}
        onChange={(extra) => list.move({ filters: { extra } })}
      />
    </MoreFilters>
  );
}
