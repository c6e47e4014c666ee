import { useMemo, type ReactElement } from 'react';
import { addressOf } from '#kit/common/contract.ts';
import type { HoldingContract } from '#kit/common/role/role.contract.ts';
import { call } from '../call/call.ts';
import { translate } from '../i18n/i18n.ts';
import { useT } from '../i18n/use-t.ts';
import type { PickerProps } from '../pickers/picked.ts';
import type { Choice, PickerSource } from '../pickers/picker-source.ts';
import { TypeAheadLater } from '../pickers/type-ahead-later.tsx';

type RoleSearch = HoldingContract['search'];

interface RolePickerProps extends PickerProps {
  /** The search of the area's contract. */
  search: RoleSearch;
  /** Code of a role that is not offered: the one that holds whom no other does. */
  without?: string;
}

/** Chooses roles of an area, one or several; who may not search them sees that there is nothing to choose from. */
export function RolePicker({ search, without, ...props }: RolePickerProps): ReactElement {
  const t = useT('kit');
  const source = useMemo(() => rolesOf(search, without), [search, without]);
  return <TypeAheadLater {...props} kind={`${addressOf(search)} ${without ?? ''}`} source={source} usual={t('role.search')} />;
}

function rolesOf(search: RoleSearch, without: string | undefined): PickerSource {
  const read = async (input: { text: string } | { ids: string[] }, signal: AbortSignal): Promise<readonly Choice[]> => {
    const { list } = await call(search, input, { silent: true, signal });
    return list
      .filter(({ code }) => code !== without)
      .map(({ id, name, enabled }) => ({ id, name, ...(!enabled && { detail: translate('kit', 'value.disabled') }) }));
  };
  return { search: (text, signal) => read({ text }, signal), names: (ids, signal) => read({ ids: [...ids] }, signal) };
}
