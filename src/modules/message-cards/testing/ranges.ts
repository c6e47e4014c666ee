import { cardTemplate } from '../common/card.contract.ts';
import { cardExport } from '../common/transfer.contract.ts';
import { nobody, type Sample, type Values } from '../../../../tests/conformance/samples.ts';
import type { World } from '../../../../tests/conformance/range/world.ts';
import { templateDraft } from './tries.ts';

const refused = (refusing: (world: World) => readonly Values[] | Promise<readonly Values[]>): Sample => ({ refused: refusing });
const template = async ({ boss }: World, side: World['inside']): Promise<string> =>
  (await boss.call(cardTemplate.add, await templateDraft(boss, side.department.id))).id;
const several = (): Sample =>
  refused(async (world) => {
    const [good, bad] = [await template(world, world.inside), await template(world, world.outside)];
    return [{ ids: [bad] }, { ids: [good, bad] }, { ids: [nobody] }];
  });
const one = (more: Values = {}): Sample =>
  refused(async (world) => [
    { id: await template(world, world.outside), ...more },
    { id: nobody, ...more },
  ]);

/** How card templates and cards are asked for what lies outside. */
export const ranges: Readonly<Record<string, Sample>> = {
  'im/card/template/list': {
    hidden: async (world) => ({ input: { pageSize: 200 }, ids: [await template(world, world.outside)], counted: true }),
  },
  'im/card/template/get': one(),
  'im/card/template/add': refused(async (world) => [await templateDraft(world.boss, world.outside.department.id)]),
  'im/card/template/update': one({ version: 1, validDays: 7 }),
  'im/card/template/delete': several(),
  'im/card/template/enable': several(),
  'im/card/template/disable': several(),
  'im/card/template/publish': one({ version: 1 }),
  'im/card/template/export': several(),
  'im/card/template/import': refused(async (world) => {
    const { templates } = await world.boss.call(cardExport, { ids: [await template(world, world.outside)] });
    // Of another department: a template that is there, and a new one.
    return [
      { ownerDeptId: world.inside.department.id, templates },
      { ownerDeptId: world.outside.department.id, templates: templates.map((one) => ({ ...one, code: 'range_import' })) },
    ];
  }),
  'im/card/template/test': one(),
  'im/card/template/compare': one(),
  'im/card/template/versions': one(),
  'im/card/template/rollback': one({ version: 1, number: 1 }),
  'im/card/template/copy': one({ code: 'range_copy' }),
  'im/card/list': { free: 'Cards are listed by the department of their template; src/modules/message-cards' },
  'im/card/get': refused(() => [{ id: nobody }]),
  'im/card/update': refused(() => [{ ids: [nobody], data: {} }]),
  'im/card/actions': refused(() => [{ id: nobody }]),
  'im/card/expire': refused(() => [{ ids: [nobody] }]),
  'im/card/callback/retry': refused(() => [{ id: nobody }]),
};
