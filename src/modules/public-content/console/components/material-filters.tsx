import type { ReactElement } from 'react';
import { EnumFilter, PickFilter, SearchFilter } from '#kit/console/page/filters.tsx';
import type { List } from '#kit/console/page/use-list.ts';
import type { material, MaterialRow } from '../../common/material.contract.ts';
import type { MaterialKind } from '../../common/words.ts';
import { GroupSelect } from './group-select.tsx';
import { GroupsButton } from './groups-drawer.tsx';

/** Filters of a list of materials, and the way to their groups. */
export function MaterialFilters({
  list,
  snoId,
  kind,
}: {
  list: List<MaterialRow, typeof material.list>;
  snoId: string;
  kind: MaterialKind;
}): ReactElement {
  return (
    <>
      <SearchFilter list={list} name="text" />
      <PickFilter list={list} name="groupId">
        <GroupSelect snoId={snoId} kind={kind} />
      </PickFilter>
      <EnumFilter list={list} name="unused" />
      <GroupsButton snoId={snoId} kind={kind} />
    </>
  );
}
