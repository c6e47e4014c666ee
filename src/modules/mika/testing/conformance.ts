import { fixed, nobody, oncePerWorld, type ModuleSamples, type Sample } from '../../../../tests/conformance/samples.ts';
import type { World } from '../../../../tests/conformance/range/world.ts';
import { mikaSetting } from '../common/setting.contract.ts';
import { newMissed, newScene, newSession } from './make.ts';

const side = async ({ house }: World, { department, person }: World['inside']) => ({
  person: person.id,
  scene: await newScene(house, department.id),
  going: await newSession(house, person.id),
  ended: await newSession(house, person.id, 'ended'),
  missed: await newMissed(house, person.id),
});
type Side = Awaited<ReturnType<typeof side>>;

/** A scene, sessions and a missed sentence on each side. */
const sides = oncePerWorld(async (world) => ({ inside: await side(world, world.inside), outside: await side(world, world.outside) }));

const refused = (inputs: (outside: Side, inside: Side) => readonly Record<string, unknown>[]): Sample => ({
  refused: async (world) => {
    const { inside, outside } = await sides(world);
    return inputs(outside, inside);
  },
});
const hidden = (input: Record<string, unknown>, ids: (outside: Side) => readonly string[], counted = true): Sample => ({
  hidden: async (world) => ({ input, ids: ids((await sides(world)).outside), counted }),
});
const ofSession = (more: Record<string, unknown> = {}): Sample => refused(({ going }) => [going.id, nobody].map((id) => ({ id, ...more })));

/** Samples of the module mika. */
export const conformance: ModuleSamples = {
  restores: fixed('mikaSetting'),
  // Nobody in the story asked mika anything.
  unasked: ['mika/session/get', 'mika/history/get'],
  tries: {
    'mika/setting/update': async (house) => ({
      version: (await house.boss.call(mikaSetting.get, {})).version,
      wakeWord: `mika ${Date.now()}`,
    }),
  },
  ranges: {
    'mika/scene/overlap': refused(({ scene }) => [scene, nobody].map((id) => ({ id }))),
    'mika/missed/list': hidden({ pageSize: 500 }, ({ missed }) => [missed]),
    'mika/missed/attach': refused(({ missed, ended, scene }, inside) => [
      { ids: [missed], sceneId: inside.scene },
      { ids: [nobody], sceneId: inside.scene },
      { ids: [inside.missed], sceneId: scene },
      { ids: [inside.missed], sceneId: nobody },
      { turnId: ended.turnId, sceneId: inside.scene },
      { turnId: nobody, sceneId: inside.scene },
    ]),
    'mika/missed/ignore': refused(({ missed }, inside) => [[missed], [inside.missed, missed], [nobody]].map((ids) => ({ ids }))),
    'mika/test': refused(({ person }) => [person, nobody].map((empId) => ({ texts: ['x'], language: 'en_US', empId }))),
    'mika/version/list': { free: 'versions are the numbers of what was published; they name no department' },
    'mika/compare': { free: 'scenes outside the range are left out, which the test of mika shows' },
    'mika/publish': { free: 'scenes outside the range stay as they were published, which the test of mika shows' },
    'mika/session/list': hidden({ pageSize: 500 }, ({ going }) => [going.id]),
    'mika/session/get': ofSession(),
    'mika/session/takeOver': ofSession(),
    'mika/session/reply': ofSession({ text: 'x' }),
    'mika/session/giveBack': ofSession(),
    'mika/session/end': ofSession(),
    'mika/history/list': hidden({ pageSize: 200 }, ({ ended }) => [ended.id], false),
    'mika/history/get': refused(({ ended }) => [ended.id, nobody].map((id) => ({ id }))),
    'mika/history/statistics': { free: 'figures alone; what they name is the range’s own, which the test of mika shows' },
    'mika/history/report': refused(({ ended }) => [ended.turnId, nobody].map((turnId) => ({ turnId }))),
    'mika/history/export': { free: 'the job reads what the list shows' },
  },
};
