import type { Sample } from './range-samples.ts';
import type { World } from './range-world.ts';

const nobody = '01a00000-0000-7000-8000-00000000dead';

const merges = ({ inside, outside }: World) => [
  { sourceIds: [outside.department.id], targetId: inside.department.id },
  { sourceIds: [inside.department.id], targetId: outside.department.id },
  { sourceIds: [nobody], targetId: inside.department.id },
];

/** How merging, settings and files of departments are asked for what lies outside. */
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
  'muc/setting/get': { refused: () => [{}] },
  'muc/setting/update': { refused: () => [{ version: 1, recycleDays: 60 }] },
};
