import type { ReactElement } from 'react';
import { MoreFilters, PickFilter } from '#kit/console/page/filters.tsx';
import type { List } from '#kit/console/page/use-list.ts';
import { personParts } from '#kit/console/person/person-parts.ts';
import { later } from '#kit/console/shell/later.tsx';
import { useCan } from '#kit/console/store/granted.ts';
import type { departmentList, DepartmentRow } from '../../common/department.contract.ts';
import { useExtraFields } from '../extra/use-extra-fields.ts';

const ExtraFilters = later('extra-filters', async () => (await import('../extra/extra-filters.tsx')).ExtraFilters);
const OriginChoice = later('source-choice', async () => (await import('../list/origin-choice.tsx')).originChoice());

/** Filters of departments that are used seldom: by source, and by what the enterprise added. */
export function DepartmentFilters({ list }: { list: List<DepartmentRow, typeof departmentList> }): ReactElement | null {
  const can = useCan();
  const { origins } = personParts();
  const byOrigin = origins !== undefined && can(origins.code);
  const some = useExtraFields('department').some(({ filterable }) => filterable);
  const { extra } = list.state.filters;
  if (!some && !byOrigin) return null;
  return (
    <MoreFilters list={list} names={['sourceId', 'extra']}>
      {byOrigin && (
        <PickFilter list={list} name="sourceId">
          <OriginChoice />
        </PickFilter>
      )}
      <ExtraFilters
        target="department"
        value={Array.isArray(extra) ? extra.map(String) : []}
        onChange={(next) => list.move({ filters: { extra: next } })}
      />
    </MoreFilters>
  );
}
