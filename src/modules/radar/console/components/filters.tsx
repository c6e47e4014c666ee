import { Select } from 'antd';
import type { ReactElement } from 'react';
import type { Reply } from '#kit/common/contract.ts';
import { EnumFilter, MoreFilters, PickFilter, SearchFilter, TimeFilter } from '#kit/console/page/filters.tsx';
import { useWords } from '#kit/console/page/subject.ts';
import type { List } from '#kit/console/page/use-list.ts';
import { EmployeePicker } from '#kit/console/pickers/pickers.tsx';
import type { radarList, RadarRow, radarTimeline } from '../../common/radar.contract.ts';
import { radarItem } from '../subjects.ts';

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
      <Choice list={list} name="kind" options={kinds.map(({ kind, title }) => ({ value: kind, label: title }))} />
      <EnumFilter list={list} name="within" />
      <EnumFilter list={list} name="noOwner" />
      <MoreFilters list={list} names={['module', 'owner', 'from', 'to', 'snoozed', 'origin']}>
        <Choice list={list} name="module" options={[...modules].map(([value, label]) => ({ value, label }))} />
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

interface ChoiceProps {
  list: RadarList;
  name: 'kind' | 'module';
  options: { value: string; label: string }[];
}

/** One of what there is. */
function Choice({ list, name, options }: ChoiceProps): ReactElement {
  const words = useWords(radarItem);
  const value = list.state.filters[name];
  return (
    <div className="whk-filter">
      <Select<string>
        className="wr-choice"
        showSearch={{ optionFilterProp: 'label' }}
        allowClear
        aria-label={words.filter(name)}
        placeholder={words.filter(name)}
        value={typeof value === 'string' ? value : null}
        options={options}
        onChange={(next?: string) => list.move({ filters: { [name]: next } })}
      />
    </div>
  );
}
