import { afterAll, beforeAll, expect, test } from 'vitest';
import { modules } from '../../src/app/modules.ts';
import { addressOf, type Endpoint } from '../../src/kit/common/contract.ts';
import { downloadFile } from '../../src/kit/common/files/file.contract.ts';
import { employeeExport } from '../../src/modules/people/common/employee-bulk.contract.ts';
import { composed, rangeSamples as samples, telling, unasked } from './collected.ts';
import { addEntities } from './entity-samples.ts';
import { conventionalSample } from './range/conventional.ts';
import { markedStory } from './range/story.ts';
import { asksForIds, isExport, isRead, Sweep } from './range/texts.ts';
import type { Sample } from './samples.ts';
import { openWorld, type World } from './range/world.ts';

const all = modules.flatMap((module) => module.routes.map((route) => route.operation));
const operations = all.filter(({ scope }) => scope !== undefined && scope !== 'none');
/** Of one path there may be two, which differ in their method. */
const byPath = Map.groupBy(operations, ({ path }) => path);
const conventional = operations.flatMap((operation): [string, Sample][] => {
  const sample = operation.path in samples ? undefined : conventionalSample(operation, all);
  return sample ? [[operation.path, sample]] : [];
});
const declared = [...Object.entries(samples), ...conventional];

let world: World;
beforeAll(async () => {
  world = await openWorld();
}, 900_000);
afterAll(() => world.house.stop());

test('every operation with a data range says how it is asked for what lies outside', () => {
  const said = new Set(declared.map(([path]) => path));
  expect(operations.map(({ path }) => path).filter((path) => !said.has(path))).toEqual([]);
  expect(Object.keys(samples).filter((path) => !byPath.has(path))).toEqual([]);
});

test.each(declared.filter(([, sample]) => 'refused' in sample))(
  '%s: out of range is refused, and reads as if it did not exist',
  async (path, sample) => {
    if (!('refused' in sample)) return;
    const inputs = await sample.refused(world);
    const answers = [];
    const asked = byPath.get(path)!.flatMap((operation) => inputs.map((input) => ({ operation, input })));
    for (const { operation, input } of asked) {
      const { code, data } = await world.admin.ask(operation, input);
      answers.push({ input, code, data: code === 10400 ? data : null });
    }
    expect(answers).toEqual(asked.map(({ input }) => ({ input, code: sample.code ?? 10910, data: null })));
  },
);

test.each(declared.filter(([, sample]) => 'hidden' in sample))(
  '%s: what is out of range is absent, and not counted',
  async (path, sample) => {
    if (!('hidden' in sample)) return;
    const { input, ids, counted } = await sample.hidden(world);
    for (const operation of byPath.get(path)!) {
      const all = await world.boss.ask(operation, input);
      const own = await world.admin.ask(operation, input);
      expect([all.code, own.code]).toEqual([0, 0]);
      const [wide, narrow] = [JSON.stringify(all.data), JSON.stringify(own.data)];
      expect(ids.filter((id) => !wide.includes(id))).toEqual([]);
      const shown = narrow.replace(/"missing":\{[^}]*\}/, '');
      expect(ids.filter((id) => shown.includes(id))).toEqual([]);
      const totalOf = (data: unknown): number | undefined => (data as { total?: number }).total;
      if (counted && totalOf(all.data) !== undefined) expect(totalOf(own.data)).toBeLessThan(totalOf(all.data)!);
    }
  },
);

test('an export holds what is in range alone', async () => {
  const linesOf = async (client: typeof world.boss): Promise<string> => {
    const { jobId } = await client.call(employeeExport, { format: 'csv' });
    const { result } = await client.jobEnd(jobId);
    const { fileId } = result as { fileId: string };
    const url = `${addressOf(downloadFile)}?fileId=${fileId}`;
    return (await client.app.inject({ url, headers: { accesstoken: client.token } })).body;
  };
  expect(await linesOf(world.boss)).toContain('外部人员');
  const own = await linesOf(world.admin);
  expect(own).toContain('内部人员');
  expect(own).not.toContain('外部');
});

test('no text of an answer and no cell of a file names whom or what lies outside', { timeout: 900_000 }, async () => {
  const marked = await markedStory(world);
  await addEntities(world, composed);
  const named = (path: string): Endpoint => all.find((one) => one.path === path)!;
  const [reads, exports] = [all.filter(isRead), all.filter(isExport)];
  await world.house.confirm(world.admin);
  const sweep = new Sweep(world, marked);
  // Lists tell the ids by which the others ask.
  for (const operation of reads.toSorted((one, other) => Number(asksForIds(one)) - Number(asksForIds(other)))) await sweep.ask(operation);
  for (const [path, inputs] of Object.entries(sweep.further()))
    if (!isExport(named(path))) for (const input of inputs) await sweep.put(named(path), input);
  for (const operation of exports) await sweep.readFiles(operation);
  expect(sweep.found).toEqual([]);
  // What holds for everybody is refused to whoever sees less, before anything is read.
  const wanted = [...reads, ...exports].filter(({ scope }) => scope !== 'site').map(({ path }) => path);
  expect(wanted.filter((path) => !sweep.answered.has(path) && !unasked.has(path))).toEqual([]);

  // The same calls do name them to who sees everything: what was searched for was there to be found.
  const whole = sweep.as(world.boss);
  const asked = whole.further();
  const tellingFiles = telling.filter((path) => isExport(named(path)));
  for (const path of telling.filter((one) => !tellingFiles.includes(one))) {
    await whole.ask(named(path));
    for (const input of asked[path] ?? []) await whole.put(named(path), input);
  }
  for (const path of tellingFiles) await whole.readFiles(named(path));
  expect(telling.filter((path) => !whole.found.some((text) => text.startsWith(path)))).toEqual([]);
});
