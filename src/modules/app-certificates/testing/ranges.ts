import { nobody, oncePerWorld, type Sample, type Values } from '../../../../tests/conformance/samples.ts';
import type { World } from '../../../../tests/conformance/range/world.ts';
import { newPushCert } from './tries.ts';

interface Made {
  here: { id: string; appId: string };
  there: { id: string; appId: string };
}
const worldOf = oncePerWorld(make);
async function make({ house, inside, outside }: World): Promise<Made> {
  return { here: await newPushCert(house, inside.department.id), there: await newPushCert(house, outside.department.id) };
}
const refused = (inputs: (made: Made) => readonly Values[]): Sample => ({ refused: async (world) => inputs(await worldOf(world)) });
const file = { fileId: nobody, password: 'word' };

/** How calls of certificates are asked for what lies outside. */
export const ranges: Readonly<Record<string, Sample>> = {
  ...Object.fromEntries(
    ['push', 'main', 'profile'].flatMap((kind): [string, Sample][] => [
      [
        `mam/cert/${kind}/list`,
        kind === 'push'
          ? { hidden: async (world) => ({ input: { pageSize: 200 }, ids: [(await worldOf(world)).there.id], counted: true }) }
          : { free: 'As that of push certificates, of another kind' },
      ],
      [`mam/cert/${kind}/check`, refused(({ there }) => [there.appId, nobody].map((appId) => ({ ...file, appId })))],
      [`mam/cert/${kind}/add`, refused(({ there }) => [there.appId, nobody].map((appId) => ({ ...file, appId })))],
      [
        `mam/cert/${kind}/replace`,
        refused(({ here, there }) => [there.id, nobody].map((id) => ({ ...file, appId: here.appId, id, version: 1 }))),
      ],
      [
        `mam/cert/${kind}/delete`,
        kind === 'push'
          ? refused(({ here, there }) => [[there.id], [here.id, there.id], [nobody]].map((ids) => ({ ids })))
          : refused(() => [{ ids: [nobody] }]),
      ],
    ]),
  ),
  'mam/expiry/list': refused(({ there }) => [there.appId, nobody].map((appId) => ({ appId }))),
  'mam/expiry/notice/save': refused(({ there }) => [there.appId, nobody].map((appId) => ({ appId, empIds: [] }))),
  'mam/cert/download': refused(({ there }) => [{ id: there.id }, { id: nobody }]),
};
