import type { House } from '../../../../../tests/access/house.ts';
import {
  nobody,
  oncePerWorld,
  type ModuleSamples,
  type RestoreSample,
  type Sample,
  type TrySample,
} from '../../../../../tests/conformance/samples.ts';
import { rootDepartmentId } from '#modules/people/common/root.ts';
import { makeTodos, type MadeTodos } from './made.ts';

const todos = async (house: House): Promise<MadeTodos> =>
  makeTodos(house.product.services, { departmentId: rootDepartmentId, employeeId: await house.person() });

/** Inputs of writes about to-dos that can be tried. */
export const itemTries: Readonly<Record<string, TrySample>> = {
  'todo/manager/assign': async (house) => ({
    systemId: (await todos(house)).systemId,
    empIds: [await house.person()],
    rights: ['item'],
  }),
  'todo/manager/remove': async (house) => ({ ids: [(await todos(house)).managerId] }),
};

/** How kinds of this part are deleted. */
export const itemRestores: Readonly<Record<string, RestoreSample>> = {
  todoManager: { path: 'todo/manager/remove' },
};

const sides = oncePerWorld(async ({ house, inside, outside }) => ({
  inside: await makeTodos(house.product.services, { departmentId: inside.department.id, employeeId: inside.person.id }),
  outside: await makeTodos(house.product.services, { departmentId: outside.department.id, employeeId: outside.person.id }),
}));

const one = (of: (made: MadeTodos) => string, more: Record<string, unknown> = {}, name = 'id'): Sample => ({
  refused: async (world) => [of((await sides(world)).outside), nobody].map((id) => ({ [name]: id, ...more })),
});
const many = (of: (made: MadeTodos) => string, more: Record<string, unknown> = {}): Sample => ({
  refused: async (world) => {
    const { inside, outside } = await sides(world);
    return [[of(outside)], [of(inside), of(outside)], [nobody]].map((ids) => ({ ids, ...more }));
  },
});
const hidden = (of: (made: MadeTodos) => string): Sample => ({
  hidden: async (world) => ({ input: { pageSize: 500 }, ids: [of((await sides(world)).outside)], counted: true }),
});
const reasoned = { reason: 'Because' };
const item = ({ itemId }: MadeTodos): string => itemId;
const answer = ({ answerId }: MadeTodos): string => answerId;

/** How calls about to-dos are asked for what lies outside. */
export const itemRanges: Readonly<Record<string, Sample>> = {
  'todo/item/list': hidden(item),
  'todo/item/get': one(item),
  'todo/item/form': one(item),
  'todo/item/statistics': { free: 'numbers alone, of what the list shows' },
  'todo/item/systems': { hidden: async (world) => ({ input: {}, ids: [(await sides(world)).outside.systemId] }) },
  'todo/item/remind': many(item),
  'todo/item/transfer': {
    refused: async (world) => {
      const { inside, outside } = await sides(world);
      const to = world.inside.person.id;
      return [
        { ids: [outside.itemId], toEmpId: to, ...reasoned },
        { ids: [nobody], toEmpId: to, ...reasoned },
        { ids: [inside.itemId], toEmpId: world.outside.person.id, ...reasoned },
      ];
    },
  },
  'todo/item/withdraw': many(item, reasoned),
  'todo/item/finish': many(item, reasoned),
  'todo/item/batchUpdate': many(item, { priority: 1, ...reasoned }),
  'todo/item/export': many(item, { format: 'csv' }),
  'todo/answer/list': hidden(answer),
  'todo/answer/get': one(answer),
  'todo/answer/retry': many(answer),
  'todo/answer/cancel': many(answer, reasoned),
  'todo/answer/close': many(answer, reasoned),
  'todo/difference/list': hidden(({ differenceId }) => differenceId),
  'todo/difference/get': one(({ differenceId }) => differenceId),
  'todo/difference/apply': one(({ differenceId }) => differenceId, { itemIds: [nobody], choice: 'close' }),
  'todo/compare': one(({ systemId }) => systemId, {}, 'systemId'),
  'todo/manager/list': hidden(({ managerId }) => managerId),
  'todo/manager/assign': {
    refused: async (world) => {
      const { inside, outside } = await sides(world);
      const rights = ['item'];
      return [
        { systemId: outside.systemId, empIds: [world.inside.person.id], rights },
        { systemId: nobody, empIds: [world.inside.person.id], rights },
        { systemId: inside.systemId, empIds: [world.outside.person.id], rights },
      ];
    },
  },
  'todo/manager/remove': many(({ managerId }) => managerId),
};

/** Names people of outside in items, answers and among the managers of a system that lies inside. */
export const itemStory: NonNullable<ModuleSamples['story']> = async ({ world, known }) => {
  const made = await makeTodos(world.house.product.services, {
    departmentId: world.inside.department.id,
    employeeId: known.person,
    others: [known.beside, known.guest],
  });
  return {
    asked: {
      'todo/item/get': [{ id: made.itemId }],
      'todo/item/form': [{ id: made.itemId }, { id: made.itemId, empId: known.person }],
      'todo/answer/get': [{ id: made.answerId }],
      'todo/difference/get': [{ id: made.differenceId }],
    },
  };
};
