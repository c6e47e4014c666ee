import { Checkbox } from 'antd';
import type { ReactElement } from 'react';
import { EnumFilter, MoreFilters, PickFilter, SearchFilter } from '#kit/console/page/filters.tsx';
import { useRead } from '#kit/console/page/query.ts';
import { useWords } from '#kit/console/page/subject.ts';
import type { FilteredList } from '#kit/console/page/use-list.ts';
import { DepartmentPicker, EmployeePicker } from '#kit/console/pickers/pickers.tsx';
import { operationTerms, type operationList } from '../../common/operation-log.contract.ts';
import { SeveralFilter } from './several-filter.tsx';

type OperationSlices = FilteredList<typeof operationList>;

const seldom = [
  'module',
  'objectKind',
  'objectId',
  'address',
  'field',
  'contains',
  'requestId',
  'batchId',
  'sessionId',
  'departmentId',
  'actorKind',
  'dangerous',
  'outsideHours',
  'notReverted',
] as const;

/** What the operation log is narrowed by, beside the span of time. */
export function OperationFilters({ list }: { list: OperationSlices }): ReactElement {
  return (
    <>
      <SearchFilter list={list} name="text" />
      <PickFilter list={list} name="uid">
        <EmployeePicker />
      </PickFilter>
      <TermFilter list={list} name="word" terms="words" />
      <EnumFilter list={list} name="result" />
      <MoreFilters list={list} names={seldom}>
        <TermFilter list={list} name="module" terms="modules" />
        <TermFilter list={list} name="objectKind" terms="kinds" />
        <SearchFilter list={list} name="objectId" />
        <SearchFilter list={list} name="address" />
        <SearchFilter list={list} name="field" />
        <SearchFilter list={list} name="contains" />
        <SearchFilter list={list} name="requestId" />
        <SearchFilter list={list} name="batchId" />
        <SearchFilter list={list} name="sessionId" />
        <PickFilter list={list} name="departmentId">
          <DepartmentPicker />
        </PickFilter>
        <EnumFilter list={list} name="actorKind" />
        <Tick list={list} name="dangerous" />
        <Tick list={list} name="outsideHours" />
        <Tick list={list} name="notReverted" />
      </MoreFilters>
    </>
  );
}

/** Several of what the server names: modules, audit words, kinds of objects. */
function TermFilter({
  list,
  name,
  terms,
}: {
  list: OperationSlices;
  name: 'module' | 'word' | 'objectKind';
  terms: 'modules' | 'words' | 'kinds';
}): ReactElement {
  const { data, isPending } = useRead(operationTerms, {});
  const options = (data?.[terms] ?? []).map(({ code, name: label }) => ({ value: code, label }));
  return <SeveralFilter list={list} name={name} options={options} loading={isPending} />;
}

/** Only those that are so. Hours are those of the reader's own zone. */
function Tick({ list, name }: { list: OperationSlices; name: 'dangerous' | 'outsideHours' | 'notReverted' }): ReactElement {
  const words = useWords();
  const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  return (
    <Checkbox
      className="whk-tick"
      checked={list.state.filters[name] === true}
      onChange={({ target: { checked } }) =>
        list.move({ filters: { [name]: checked || undefined, ...(name === 'outsideHours' && { zone: checked ? zone : undefined }) } })
      }
    >
      {words.filter(name)}
    </Checkbox>
  );
}
