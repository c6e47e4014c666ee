import { newId } from '#kit/server/ids.ts';
import { sourceAdd } from '../common/source.contract.ts';
import { nobody, oncePerWorld, type Sample } from '../../../../tests/conformance/samples.ts';
import type { World } from '../../../../tests/conformance/range/world.ts';

interface Sides {
  inside: string;
  outside: string;
  /** A run of the source outside. */
  run: string;
}

const from = { kind: 'attribute' as const };
const mapping = (['externalId', 'account', 'name', 'departmentPath'] as const).map((target) => ({
  target,
  from: { ...from, name: target },
}));
const draftOf = (code: string, rootDepartmentId: string) => ({
  kind: 'file' as const,
  name: code,
  code,
  rootDepartmentId,
  config: {},
  mapping,
});

/** A source of each side. */
const sidesOf = oncePerWorld(makeSides);

async function makeSides(world: World): Promise<Sides> {
  const add = async (code: string, side: World['outside']): Promise<string> =>
    (await world.boss.call(sourceAdd, draftOf(code, side.department.id))).id;
  const [inside, outside] = [await add('range-source-inside', world.inside), await add('range-source-outside', world.outside)];
  // A run that is over: one that works would go on beside the test.
  const run = newId();
  await world.house.product.database.pool.query(
    `insert into source_run (id, source_id, kind, trigger, state, source_version, started_at, ended_at)
      values ($1, $2, 'full', 'manual', 'applied', 1, 1, 1)`,
    [run, outside],
  );
  return { inside, outside, run };
}

const one = (name: 'id' | 'sourceId', more: Record<string, unknown> = {}): Sample => ({
  refused: async (world) => [(await sidesOf(world)).outside, nobody].map((id) => ({ ...more, [name]: id })),
});
const run = (more: Record<string, unknown> = {}): Sample => ({
  refused: async (world) => [(await sidesOf(world)).run, nobody].map((runId) => ({ ...more, runId })),
});
const ofMany = async (world: World): Promise<{ ids: string[]; keepPeople?: boolean }[]> => {
  const { inside, outside } = await sidesOf(world);
  return [[outside], [inside, outside], [outside, inside], [inside, nobody]].map((ids) => ({ ids }));
};
const many: Sample = { refused: ofMany };
const expected = { loseSignIn: 0, total: 0 };
const reason = 'Seen';

/** How operations on sources of people are asked for what lies outside. */
export const ranges: Readonly<Record<string, Sample>> = {
  'muc/source/list': {
    hidden: async (world) => ({ input: { pageSize: 200 }, ids: [(await sidesOf(world)).outside], counted: true }),
  },
  'muc/source/get': one('id'),
  'muc/source/add': { refused: (world) => [world.outside.department.id, nobody].map((id) => draftOf('range-source-new', id)) },
  'muc/source/update': {
    refused: async (world) => {
      const { inside, outside } = await sidesOf(world);
      return [
        ...[outside, nobody].map((id) => ({ id, version: 1, name: 'Mine' })),
        { id: inside, version: 1, rootDepartmentId: world.outside.department.id },
        { id: inside, version: 1, matchEverywhere: true },
      ];
    },
  },
  'muc/source/enable': many,
  'muc/source/disable': many,
  'muc/source/delete': {
    refused: async (world) => [...(await ofMany(world)), { ids: [(await sidesOf(world)).outside], keepPeople: false }],
  },
  'muc/source/alarmPeople/list': one('id'),
  'muc/source/alarmPeople/save': one('id', { version: 1, people: [] }),
  'muc/source/test': one('id'),
  'muc/source/sample': one('id'),
  'muc/source/mapping/suggest': one('id', { attributes: [] }),
  'muc/source/mapping/try': run({ mapping: [] }),
  'muc/source/upload': one('id', { fileId: nobody }),
  'muc/source/token/list': one('sourceId'),
  'muc/source/token/add': one('sourceId', { name: 'x', expiresAt: 4_000_000_000_000 }),
  'muc/source/token/delete': one('sourceId', { id: nobody }),
  'muc/source/event/list': one('id'),
  'muc/source/sync': one('id'),
  'muc/source/log': one('id'),
  'muc/source/log/get': run(),
  'muc/source/log/items': run(),
  'muc/source/log/resolve': run({ seq: 0, choice: 'skip' }),
  'muc/source/log/apply': run({ expected }),
  'muc/source/log/release': run({ expected, reason }),
  'muc/source/log/reject': run({ reason }),
  'muc/source/log/undo': run({ reason }),
  'muc/source/log/cancel': run(),
  'muc/source/log/export': run(),
};
