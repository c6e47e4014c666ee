import { chatFile } from './made.ts';
import { nobody, type Sample, type Values } from '../../../../tests/conformance/samples.ts';
import type { World } from '../../../../tests/conformance/range/world.ts';

const reason = 'Asked for by the security team';
const files = new WeakMap<World, Promise<string>>();
/** A file between two people outside. */
function outsideFile(world: World): Promise<string> {
  const known = files.get(world) ?? chatFile(world.house, [world.outside.person.id, world.outside.person.id]);
  files.set(world, known);
  return known;
}
const many = (more: Values): Sample => ({
  refused: async (world) => {
    const [inside, outside] = [await chatFile(world.house, [world.inside.person.id, world.inside.person.id]), await outsideFile(world)];
    return [[outside], [inside, outside], [nobody]].map((ids) => ({ ids, ...more }));
  },
});
const limit = { maxImage: 1, maxVideo: 1, maxFile: 1, typeMode: 'refuse', types: [], perDayCount: 0, perDayBytes: 0 };
const both = { mobile: limit, desktop: limit };
const keepDays = { image: 0, voice: 0, video: 0, file: 1 };

/** How files of chats are asked for what lies outside. */
export const ranges: Readonly<Record<string, Sample>> = {
  'im/file/list': { hidden: async (world) => ({ input: { pageSize: 200 }, ids: [await outsideFile(world)] }) },
  'im/file/export': { free: 'Its job writes the rows of im/file/list' },
  'im/file/get': { refused: async (world) => [{ id: await outsideFile(world) }, { id: nobody }] },
  'im/file/storage': {
    hidden: async (world) => (await outsideFile(world), { input: { by: 'person', limit: 100 }, ids: [world.outside.person.id] }),
  },
  'im/file/recall': many({ reason }),
  'im/file/quarantine': many({ reason }),
  'im/file/expire': many({ reason }),
  'im/file/delete': many({ reason }),
  'im/file/release': many({}),
  'im/file/extend': many({ expiresAt: Date.now() + 86_400_000 }),
  'im/file/download': {
    refused: async (world) => [
      { id: await outsideFile(world), reason },
      { id: nobody, reason },
    ],
  },
  'im/fileConfig/update': { refused: () => [{ version: 1, limits: { single: both, group: both } }] },
  'im/fileConfig/check': {
    refused: ({ inside, outside }) => [
      { empId: outside.person.id, peerId: inside.person.id, platform: 2, name: 'a.pdf', size: 1 },
      { empId: inside.person.id, peerId: outside.person.id, platform: 2, name: 'a.pdf', size: 1 },
      { empId: inside.person.id, groupId: nobody, platform: 2, name: 'a.pdf', size: 1 },
    ],
  },
  'im/fileConfig/estimate': { refused: () => [{ keepDays }] },
};
