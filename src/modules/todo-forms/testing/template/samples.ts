import { rootDepartmentId } from '#modules/people/common/root.ts';
import type { House } from '../../../../../tests/access/house.ts';
import {
  deletedByIds,
  nobody,
  oncePerWorld,
  sharedPlaces,
  type ModuleSamples,
  type OrderSample,
  type RestoreSample,
  type Sample,
  type TrySample,
  type Values,
} from '../../../../../tests/conformance/samples.ts';
import type { World } from '../../../../../tests/conformance/range/world.ts';
import { todoSystem } from '../../common/template/system.contract.ts';
import { templatePublish, todoTemplate } from '../../common/template/template.contract.ts';
import { templateExport } from '../../common/template/transfer.contract.ts';
import { approvalForm } from '../item/make-system.ts';

let made = 0;
const word = (): string => `form${(made += 1)}`;

const systemDraft = (ownerDeptId: string) => ({ name: { zh_CN: word() }, code: word(), ownerDeptId });
const newSystem = async ({ boss }: Pick<House, 'boss'>, ownerDeptId: string = rootDepartmentId): Promise<string> =>
  (await boss.call(todoSystem.add, systemDraft(ownerDeptId))).id;
const templateDraft = async (house: Pick<House, 'boss'>, systemId?: string) => ({
  systemId: systemId ?? (await newSystem(house)),
  name: { zh_CN: word() },
  code: word(),
});

/** Makes a template with a draft that can be published. */
async function newTemplate(house: Pick<House, 'boss'>, systemId?: string): Promise<{ id: string; version: number }> {
  const { id } = await house.boss.call(todoTemplate.add, await templateDraft(house, systemId));
  const { version } = await house.boss.call(todoTemplate.update, { id, version: 1, draft: approvalForm });
  return { id, version };
}

/** Inputs of writes to systems and templates that can be tried. */
export const templateTries: Readonly<Record<string, TrySample>> = {
  'todo/system/add': () => Promise.resolve(systemDraft(rootDepartmentId)),
  'todo/system/update': async (house) => ({ id: await newSystem(house), version: 1, perMinute: 10 }),
  'todo/system/delete': async (house) => ({ ids: [await newSystem(house)] }),
  'todo/system/disable': async (house) => ({ ids: [await newSystem(house)] }),
  'todo/system/recover': async (house) => {
    const id = await newSystem(house);
    await house.boss.call(todoSystem.disable, { ids: [id] });
    return { ids: [id] };
  },
  'todo/system/sort': async (house) => {
    const first = await newSystem(house);
    return { ids: [await newSystem(house), first] };
  },
  'todo/template/add': (house) => templateDraft(house),
  'todo/template/update': async (house) => ({ ...(await newTemplate(house)), draft: approvalForm, name: { zh_CN: word() } }),
  'todo/template/delete': async (house) => ({ ids: [(await newTemplate(house)).id] }),
  'todo/template/disable': async (house) => ({ ids: [(await newTemplate(house)).id] }),
  'todo/template/recover': async (house) => {
    const { id } = await newTemplate(house);
    await house.boss.call(todoTemplate.disable, { ids: [id] });
    return { ids: [id] };
  },
  'todo/template/sort': async (house) => {
    const systemId = await newSystem(house);
    const first = await newTemplate(house, systemId);
    return { ids: [(await newTemplate(house, systemId)).id, first.id] };
  },
  'todo/template/copy': async (house) => ({ id: (await newTemplate(house)).id, code: word() }),
  'todo/template/publish': async (house) => ({ ...(await newTemplate(house)), note: '' }),
  'todo/template/rollback': async (house) => {
    const { id, version } = await newTemplate(house);
    await house.boss.call(templatePublish, { id, version, note: '' });
    return { id, version: version + 1, number: 1 };
  },
  'todo/template/import': async (house) => {
    const { templates } = await house.boss.call(templateExport, { ids: [(await newTemplate(house)).id] });
    return { templates: templates.map((one) => ({ ...one, code: word() })) };
  },
};

const sides = oncePerWorld(async (world) => {
  const of = async (side: World['inside']) => {
    const systemId = await newSystem(world, side.department.id);
    return { systemId, ...(await newTemplate(world, systemId)) };
  };
  return { inside: await of(world.inside), outside: await of(world.outside) };
});
const refused = (make: (world: World) => Promise<readonly Values[]>): Sample => ({ refused: make });
const one = (of: 'systemId' | 'id', more: Values = {}): Sample =>
  refused(async (world) => [(await sides(world)).outside[of], nobody].map((id) => ({ id, ...more })));
const many = (of: 'systemId' | 'id', more: Values = {}): Sample =>
  refused(async (world) => {
    const { inside, outside } = await sides(world);
    return [[outside[of]], [inside[of], outside[of]], [nobody]].map((ids) => ({ ids, ...more }));
  });
const hidden = (of: 'systemId' | 'id'): Sample => ({
  hidden: async (world) => ({ input: { pageSize: 500 }, ids: [(await sides(world)).outside[of]], counted: true }),
});

/** How systems and templates are asked for what lies outside. */
export const templateRanges: Readonly<Record<string, Sample>> = {
  'todo/system/list': hidden('systemId'),
  'todo/system/get': one('systemId'),
  'todo/system/usage': one('systemId'),
  'todo/system/add': refused((world) => Promise.resolve([systemDraft(world.outside.department.id)])),
  'todo/system/update': refused(async (world) => {
    const { inside, outside } = await sides(world);
    return [
      { id: outside.systemId, version: 1, perMinute: 7 },
      { id: nobody, version: 1, perMinute: 7 },
      { id: inside.systemId, version: 1, ownerDeptId: world.outside.department.id },
    ];
  }),
  'todo/system/delete': many('systemId'),
  'todo/system/disable': many('systemId'),
  'todo/system/recover': many('systemId'),
  'todo/system/sort': many('systemId'),
  'todo/system/secret': one('systemId', { version: 1 }),
  'todo/system/test': one('systemId', { what: 'answer' }),
  'todo/system/export': { free: 'a job that reads as the list does' },
  'todo/template/list': hidden('id'),
  'todo/template/get': one('id'),
  'todo/template/check': one('id'),
  'todo/template/versions': one('id'),
  'todo/template/version': one('id', { number: 1 }),
  'todo/template/compare': one('id', { from: 0, to: 0 }),
  'todo/template/usage': one('id'),
  'todo/template/preview': one('id'),
  'todo/template/add': refused(async (world) => [
    { systemId: (await sides(world)).outside.systemId, name: { zh_CN: 'x' }, code: word() },
    { systemId: nobody, name: { zh_CN: 'x' }, code: word() },
  ]),
  'todo/template/update': one('id', { version: 1, draft: approvalForm }),
  'todo/template/delete': many('id'),
  'todo/template/disable': many('id'),
  'todo/template/recover': many('id'),
  'todo/template/sort': many('id'),
  'todo/template/copy': refused(async (world) => {
    const { inside, outside } = await sides(world);
    return [
      { id: outside.id, code: word() },
      { id: nobody, code: word() },
      { id: inside.id, code: word(), systemId: outside.systemId },
    ];
  }),
  'todo/template/publish': one('id', { version: 1, note: '' }),
  'todo/template/publish/cancel': one('id'),
  'todo/template/rollback': one('id', { version: 1, number: 1 }),
  'todo/template/export': many('id'),
  'todo/template/import': refused(async (world) => {
    const { templates } = await world.boss.call(templateExport, { ids: [(await sides(world)).inside.id] });
    return [(await sides(world)).outside.systemId, nobody].map((systemId) => ({ systemId, templates }));
  }),
};

/** How systems and templates are deleted. */
export const templateRestores: Readonly<Record<string, RestoreSample>> = {
  todoSystem: deletedByIds('todo/system/delete', (house) => newSystem(house)),
  todoTemplate: deletedByIds('todo/template/delete', async (house) => (await newTemplate(house)).id),
};

/** How their orders are changed. */
export const templateOrders: Readonly<Record<string, OrderSample>> = {
  todoSystem: {
    add: { path: 'todo/system/add' },
    reorder: { path: 'todo/system/sort' },
    shared: sharedPlaces('todo_system', 'place'),
  },
  todoTemplate: {
    add: { path: 'todo/template/add' },
    reorder: { path: 'todo/template/sort' },
    shared: sharedPlaces('todo_template', 'place', 'system_id'),
  },
};

/** What is asked of templates, once the lists gave ids. */
export const templateFurther: NonNullable<ModuleSamples['further']> = (_, idsOf) => {
  const templates = idsOf('todo/template').map((id) => ({ id }));
  return {
    'todo/template/compare': templates.map((one) => ({ ...one, from: 0, to: 0 })),
    'todo/template/check': templates,
    'todo/template/preview': templates,
  };
};

/** Readings of which the story has nothing: it publishes no template. */
export const templateUnasked = ['todo/template/version'];
