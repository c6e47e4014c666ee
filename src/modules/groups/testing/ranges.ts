import { group } from '../common/group.contract.ts';
import { nobody, type Sample, type Values } from '../../../../tests/conformance/samples.ts';
import type { World } from '../../../../tests/conformance/range/world.ts';
import { ordinaryTypeId } from './tries.ts';

let made = 0;
const word = (): string => `range_group_${(made += 1)}`;
const draft = (side: World['inside']) => ({
  name: word(),
  typeId: ordinaryTypeId,
  ownerId: side.person.id,
  ownerDeptId: side.department.id,
});
const newGroup = async ({ boss }: World, side: World['inside']): Promise<string> => (await boss.call(group.add, draft(side))).id;
const refused = (refusing: (world: World) => readonly Values[] | Promise<readonly Values[]>): Sample => ({ refused: refusing });
const ofGroups = (more: (world: World) => Values, name = 'ids'): Sample =>
  refused(async (world) => {
    const [good, bad] = [await newGroup(world, world.inside), await newGroup(world, world.outside)];
    return [[bad], [good, bad], [nobody]].map((ids) => ({ [name]: ids, ...more(world) }));
  });
const ofGroup = (more: (world: World) => Values): Sample =>
  refused(async (world) => [
    { groupId: await newGroup(world, world.outside), ...more(world) },
    { groupId: nobody, ...more(world) },
  ]);
const inside = ({ inside: { person } }: World): string => person.id;

/** How groups and their members are asked for what lies outside. */
export const ranges: Readonly<Record<string, Sample>> = {
  'im/group/list': { hidden: async (world) => ({ input: { pageSize: 200 }, ids: [await newGroup(world, world.outside)], counted: true }) },
  'im/group/get': refused(async (world) => [{ id: await newGroup(world, world.outside) }, { id: nobody }]),
  'im/group/add': refused((world) => [
    draft(world.outside),
    { ...draft(world.inside), ownerId: world.outside.person.id },
    { ...draft(world.inside), ownerDeptId: world.outside.department.id },
  ]),
  'im/group/members': ofGroup(() => ({})),
  'im/group/events': ofGroup(() => ({})),
  'im/group/member/add': refused(async (world) => [
    { groupId: await newGroup(world, world.outside), empIds: [inside(world)] },
    { groupId: await newGroup(world, world.inside), empIds: [world.outside.person.id] },
    { groupId: await newGroup(world, world.inside), empIds: [nobody] },
  ]),
  'im/group/member/import': ofGroup(() => ({ fileId: nobody })),
  'im/group/member/export': ofGroup(() => ({ format: 'csv' })),
  'im/group/member/remove': ofGroups((world) => ({ empIds: [inside(world)] }), 'groupIds'),
  'im/group/member/remove/preview': ofGroups((world) => ({ empIds: [inside(world)] }), 'groupIds'),
  'im/group/member/mute': ofGroup((world) => ({ empIds: [inside(world)], minutes: 5 })),
  'im/group/member/setManager': ofGroup((world) => ({ empIds: [inside(world)], manager: true })),
  'im/group/ban': ofGroups(() => ({})),
  'im/group/unban': ofGroups(() => ({})),
  'im/group/transfer': refused(async (world) => [
    { ids: [await newGroup(world, world.outside)], ownerId: inside(world) },
    { ids: [await newGroup(world, world.inside)], ownerId: world.outside.person.id },
  ]),
  'im/group/notice': ofGroups(() => ({ notice: 'x' })),
  'im/group/changeType': ofGroups(() => ({ typeId: ordinaryTypeId })),
  'im/group/usage': refused(async (world) => [{ id: await newGroup(world, world.outside) }, { id: nobody }]),
  'im/group/merge': refused(async (world) => [
    { sourceIds: [await newGroup(world, world.outside)], targetId: await newGroup(world, world.inside) },
    { sourceIds: [await newGroup(world, world.inside)], targetId: await newGroup(world, world.outside) },
  ]),
  'im/group/message': ofGroups(() => ({ text: { zh_CN: 'x' } })),
  'im/group/batchUpdate': ofGroups(() => ({ speak: 'managers' })),
  'im/groupType/info/save': refused(() => [{ id: ordinaryTypeId, version: 1, maxMembers: 300 }]),
  'im/groupType/relateUser/save': refused(() => [{ id: ordinaryTypeId, version: 1, creators: [] }]),
  'im/groupType/app/save': refused(() => [{ id: ordinaryTypeId, version: 1, apps: [] }]),
  'im/groupType/helper/save': refused(() => [{ id: ordinaryTypeId, version: 1, helpers: [] }]),
  'im/groupType/helper/apply': refused(() => [{ id: ordinaryTypeId }]),
  'im/groupType/helper/apply/preview': refused(() => [{ id: ordinaryTypeId }]),
};
