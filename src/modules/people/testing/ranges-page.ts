import { employeeGet, employeeUpdate } from '../common/employee.contract.ts';
import { nobody, type Sample } from '../../../../tests/conformance/samples.ts';
import type { World } from '../../../../tests/conformance/range/world.ts';

const merges = ({ inside, outside }: World) => [
  { sourceIds: [outside.department.id], targetId: inside.department.id },
  { sourceIds: [inside.department.id], targetId: outside.department.id },
  { sourceIds: [nobody], targetId: inside.department.id },
];

/** How merging, settings, pictures and files of departments are asked for what lies outside. */
export const peoplePage: Readonly<Record<string, Sample>> = {
  'muc/dept/merge/preview': { refused: merges },
  'muc/dept/merge': { refused: merges },
  'muc/dept/export': {
    refused: ({ inside, outside }) => [
      { ids: [outside.department.id] },
      { ids: [inside.department.id, outside.department.id] },
      { ids: [nobody] },
    ],
  },
  'muc/dept/reorder': {
    refused: ({ inside, outside }) => [
      { parentId: outside.department.id, ids: [inside.department.id], version: 1 },
      { parentId: nobody, ids: [inside.department.id], version: 1 },
    ],
  },
  'muc/picture/batchGet': {
    hidden: async ({ boss, inside, outside }) => {
      const { default: sharp } = await import('sharp');
      const { id } = outside.person;
      const { version } = await boss.call(employeeGet, { id });
      const dot = sharp({ create: { width: 9, height: 9, channels: 3, background: '#a02040' } }).png();
      await boss.call(employeeUpdate, { id, version, avatarFileId: await boss.upload('dot.png', await dot.toBuffer()) });
      return { input: { ids: [id, inside.person.id] }, ids: [id], counted: false };
    },
  },
  'muc/setting/get': { refused: () => [{}] },
  'muc/setting/update': { refused: () => [{ version: 1, recycleDays: 60 }] },
};
