import { call } from '../call/call.ts';
import { translate } from '../i18n/i18n.ts';
import type { Choice, PickerSource, PickerSources, TreeSource } from '../pickers/picker-source.ts';
import { pickCrowds, pickDepartments, pickPeople } from './people.contract.ts';

type Found = { id: string; name: string; account: string; place: string; inRange: boolean };

const choiceOf = ({ id, name, account, place, inRange }: Found): Choice => ({
  id,
  name,
  detail: account === '' ? place : `${account} · ${place}`,
  ...(!inRange && { disabled: translate('kit', 'pick.outOfRange') }),
});

const sourceOf = (endpoint: typeof pickPeople): PickerSource => ({
  search: async (text, signal) => (await call(endpoint, { text }, { silent: true, signal })).list.map(choiceOf),
  names: async (ids, signal) => (await call(endpoint, { ids: [...ids] }, { silent: true, signal })).list.map(choiceOf),
});

/** Departments of the gallery, level by level. */
export const departmentSource: TreeSource = {
  search: async (text, signal) => {
    const { list } = await call(pickDepartments, { text }, { silent: true, signal });
    return list.map(({ id, name, fullName }) => ({ id, name, detail: fullName }));
  },
  names: async (ids, signal) => {
    const { list } = await call(pickDepartments, { ids: [...ids] }, { silent: true, signal });
    return list.map(({ id, name, fullName }) => ({ id, name, detail: fullName }));
  },
  children: async (parentId, signal) => {
    const { list } = await call(pickDepartments, parentId === null ? {} : { parentId }, { silent: true, signal });
    return list.map(({ id, name, leaf, count, inRange, enabled }) => ({
      id,
      name,
      leaf,
      count,
      ...(!inRange && { disabled: translate('kit', 'pick.outOfRange') }),
      ...(!enabled && { off: true as const }),
    }));
  },
  path: async (id, signal) => (await call(pickDepartments, { of: id }, { silent: true, signal })).list.map((node) => node.id),
};

/** What can be chosen from in the gallery. */
export const galleryPickers: PickerSources = {
  employee: sourceOf(pickPeople),
  crowd: sourceOf(pickCrowds),
  department: departmentSource,
};
