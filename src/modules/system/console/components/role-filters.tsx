import type { ReactElement } from 'react';
import { useMay } from '#kit/console/action/use-may.ts';
import { ChoiceFilter } from '#kit/console/page/choice-filter.tsx';
import { EnumFilter, MoreFilters } from '#kit/console/page/filters.tsx';
import { useRead } from '#kit/console/page/query.ts';
import type { FilteredList } from '#kit/console/page/use-list.ts';
import { resourceTree } from '../../common/resource.contract.ts';
import type { sysRole } from '../../common/role.contract.ts';

type Roles = FilteredList<typeof sysRole.list>;

/** What the system roles are narrowed by, beside the search by name. */
export function RoleFilters({ list }: { list: Roles }): ReactElement {
  const mayRead = useMay()(resourceTree);
  return (
    <>
      <EnumFilter list={list} name="enabled" />
      <EnumFilter list={list} name="preset" />
      {mayRead && (
        <MoreFilters list={list} names={['contains', 'isSupperAdmin']}>
          <EnumFilter list={list} name="isSupperAdmin" />
          <Contains list={list} />
        </MoreFilters>
      )}
    </>
  );
}

/** Roles that give one page or button. */
function Contains({ list }: { list: Roles }): ReactElement {
  const { data } = useRead(resourceTree, {});
  const options = data?.nodes.map(({ code, name, moduleName }) => ({ value: code, label: `${name} · ${moduleName} · ${code}` }));
  return <ChoiceFilter list={list} name="contains" options={options} />;
}
