import { expect, test } from 'vitest';
import { modules } from '../../src/app/modules.ts';
import { byModule } from './collected.ts';

const folders = new Set(byModule.map(([folder]) => folder));
const operations = new Map(modules.flatMap(({ name, routes }) => routes.map(({ operation }) => [operation.path, name])));
const kinds = new Map(modules.flatMap(({ name, kinds: own = [] }) => own.map(({ kind }) => [kind, name])));

/** Whether something of a module may stand in a folder. People, their sources and groups go by one name outside, which is no folder. */
const belongs = (owner: string | undefined, folder: string): boolean => owner !== undefined && (owner === folder || !folders.has(owner));

test('samples stand beside the module whose operations and kinds they are', () => {
  const strange = byModule.flatMap(([folder, { tries, ranges, roles, orders, restores, unasked = [], telling = [] }]) => {
    const paths = [...Object.keys({ ...tries, ...ranges, ...roles }), ...unasked, ...telling];
    const ofKinds = Object.keys({ ...orders, ...restores });
    return [
      ...paths.filter((one) => !belongs(operations.get(one), folder)),
      ...ofKinds.filter((one) => !belongs(kinds.get(one), folder)),
    ].map((one) => `${one} of ${operations.get(one) ?? kinds.get(one)} stands in ${folder}`);
  });
  expect(strange).toEqual([]);
});
