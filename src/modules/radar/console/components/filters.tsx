import type { ReactElement } from 'react';
import type { Reply } from '#kit/common/contract.ts';
import { ChoiceFilter } from '#kit/console/page/choice-filter.tsx';
import { EnumFilter, MoreFilters, PickFilter, SearchFilter, TimeFilter } from '#kit/console/page/filters.tsx';
import type { List } from '#kit/console/page/use-list.ts';
import { EmployeePicker } from '#kit/console/pickers/pickers.tsx';
import type { radarList, RadarRow, radarTimeline } from '../../common/radar.contract.ts';

/** The list of the page. */
export type RadarList = List<RadarRow, typeof radarList>;
type Kinds = Reply<typeof radarTimeline>['kinds'];

/** What the list is narrowed by; kinds and modules are those of which there is something. */
export function Filters({ list, kinds }: { list: RadarList; kinds: Kinds }): ReactElement {
  const modules = new Map(kinds.map(({ module, moduleName }) => [module, moduleName]));
  return (
    <>
      <SearchFilter list={list} name="text" />
      <EnumFilter list={list} name="state" />
      <ChoiceFilter list={list} name="kind" options={kinds.map(({ kind, title }) => ({ value: kind, label: title }))} />
      <EnumFilter list={list} name="within" />
      <EnumFilter list={list} name="noOwner" />
      <MoreFilters list={list} names={['module', 'owner', 'from', 'to', 'snoozed', 'origin']}>
        <ChoiceFilter list={list} name="module" options={[...modules].map(([value, label]) => ({ value, label }))} />
        <PickFilter list={list} name="owner">
          <EmployeePicker />
        </PickFilter>
        <TimeFilter list={list} from="from" to="to" />
        <EnumFilter list={list} name="snoozed" />
        <EnumFilter list={list} name="origin" />
      </MoreFilters>
    </>
  );
}
