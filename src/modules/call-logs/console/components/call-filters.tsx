import { Checkbox, InputNumber, Tag } from 'antd';
import type { ReactElement } from 'react';
import { ExportButton } from '#kit/console/jobs/export-button.tsx';
import { EnumFilter, MoreFilters, PickFilter, SearchFilter } from '#kit/console/page/filters.tsx';
import { useWords } from '#kit/console/page/subject.ts';
import type { FilteredList } from '#kit/console/page/use-list.ts';
import { EmployeePicker } from '#kit/console/pickers/pickers.tsx';
import { callExport } from '../../common/call-export.contract.ts';
import type { callList } from '../../common/call.contract.ts';
import { callTargets } from '../../common/stat.contract.ts';
import { TargetSelect } from './target-select.tsx';

type CallSlices = FilteredList<typeof callList>;

const seldom = ['employeeId', 'kind', 'callerKind', 'cache', 'slowerThan', 'requestId', 'traceId', 'address', 'test'] as const;

/** What the call log is narrowed by, beside the span of time. */
export function CallFilters({ list }: { list: CallSlices }): ReactElement {
  return (
    <>
      <SearchFilter list={list} name="text" />
      <EnumFilter list={list} name="class" />
      <Tick list={list} name="failed" />
      <MoreFilters list={list} names={seldom}>
        <PickFilter list={list} name="employeeId">
          <EmployeePicker />
        </PickFilter>
        <EnumFilter list={list} name="kind" />
        <EnumFilter list={list} name="callerKind" />
        <EnumFilter list={list} name="cache" />
        <Slow list={list} />
        <SearchFilter list={list} name="requestId" />
        <SearchFilter list={list} name="traceId" />
        <SearchFilter list={list} name="address" />
        <Tick list={list} name="test" />
      </MoreFilters>
      <Target list={list} />
      <Chosen list={list} />
      <ExportButton endpoint={callExport} input={(format) => ({ format, filter: exported(list.asked) })} />
    </>
  );
}

/** The filters of the list, without what belongs to the place in it. */
const exported = ({
  after: _after,
  pageSize: _size,
  ...filter
}: FilteredList<typeof callList>['asked'] & { after?: unknown; pageSize?: unknown }) => filter;

/** One interface or system. */
function Target({ list }: { list: CallSlices }): ReactElement {
  const { interfaceId, systemId } = list.state.filters;
  const value = interfaceId ?? systemId;
  return (
    <TargetSelect
      endpoint={callTargets}
      value={typeof value === 'string' ? value : undefined}
      onChange={(chosen) =>
        list.move({
          filters: {
            interfaceId: chosen?.kind === 'interface' ? chosen.id : undefined,
            systemId: chosen?.kind === 'system' ? chosen.id : undefined,
          },
        })
      }
    />
  );
}

/** Only those that are so. */
function Tick({ list, name }: { list: CallSlices; name: 'failed' | 'test' }): ReactElement {
  const words = useWords();
  return (
    <Checkbox
      className="whk-tick"
      checked={list.state.filters[name] === true}
      onChange={({ target: { checked } }) => list.move({ filters: { [name]: checked || undefined } })}
    >
      {words.filter(name)}
    </Checkbox>
  );
}

function Slow({ list }: { list: CallSlices }): ReactElement {
  const words = useWords();
  const value = list.state.filters['slowerThan'];
  return (
    <InputNumber
      className="whk-filter"
      min={1}
      max={600_000}
      suffix="ms"
      aria-label={words.filter('slowerThan')}
      placeholder={words.filter('slowerThan')}
      value={typeof value === 'number' ? value : null}
      onChange={(ms) => list.move({ filters: { slowerThan: ms ?? undefined } })}
    />
  );
}

/** Filters that a link brought: one interface, system, caller, widget. */
function Chosen({ list }: { list: CallSlices }): ReactElement {
  const words = useWords();
  const names = ['callerId', 'widgetId', 'versionNo', 'code', 'httpStatus'] as const;
  return (
    <>
      {names
        .filter((name) => list.state.filters[name] !== undefined)
        .map((name) => (
          <Tag key={name} closable onClose={() => list.move({ filters: { [name]: undefined } })}>
            {words.filter(name)}
            {name === 'versionNo' || name === 'code' || name === 'httpStatus' ? `: ${String(list.state.filters[name])}` : ''}
          </Tag>
        ))}
    </>
  );
}
