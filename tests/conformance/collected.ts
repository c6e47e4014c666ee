import { kitSamples } from './kit-samples.ts';
import { holding, type RoleSample } from './role-areas.ts';
import type { Asked, ModuleSamples, TrySample } from './samples.ts';

/** The samples of every module that has a file of them, found by its place. */
const files = import.meta.glob<{ conformance: ModuleSamples }>('../../src/modules/*/testing/conformance.ts', { eager: true });

/** All samples by the folder of their module; those of the kit stand here. */
export const byModule: readonly (readonly [folder: string, samples: ModuleSamples])[] = [
  ['kit', kitSamples],
  ...Object.entries(files).map(([file, { conformance }]) => [file.split('/').at(-3)!, conformance] as const),
];

type Part = Exclude<keyof ModuleSamples, 'more' | 'further' | 'story' | 'roleAreas' | 'unasked' | 'telling' | 'composed'>;

/** What all modules say of one matter. Nothing is said of the same thing twice. */
function joined<P extends Part>(part: P): NonNullable<ModuleSamples[P]> {
  const all = byModule.flatMap(([folder, samples]) => Object.entries(samples[part] ?? {}).map(([name, one]) => ({ folder, name, one })));
  const twice = all.filter(({ name, folder }) => all.some((other) => other.name === name && other.folder !== folder));
  if (twice.length > 0) throw new Error(`${twice[0]!.name} has samples in two modules: ${twice.map(({ folder }) => folder).join(', ')}`);
  return Object.fromEntries(all.map(({ name, one }) => [name, one])) as NonNullable<ModuleSamples[P]>;
}

const all = byModule.map(([, samples]) => samples);

/** Writes that can be tried. */
export const trySamples = joined('tries');
/** Operations with a data range that no declared entity and no conventional path explains. */
export const rangeSamples = joined('ranges');
export const orderSamples = joined('orders');
export const restoreSamples = joined('restores');
/** Areas of roles, and everything below role/. */
export const roleAreas = all.flatMap((samples) => samples.roleAreas ?? []);
export const roleSamples: Readonly<Record<string, RoleSample>> = {
  ...Object.fromEntries(roleAreas.flatMap((area) => Object.entries(holding(area)))),
  ...joined('roles'),
};
export const unasked: ReadonlySet<string> = new Set(all.flatMap((samples) => samples.unasked ?? []));
export const telling = all.flatMap((samples) => samples.telling ?? []);
export const composed = all.flatMap((samples) => samples.composed ?? []);

/** What makes the input of an operation: its own way, or that of its try. */
export function makerOf({ path, make }: Asked): TrySample {
  const found = make ?? trySamples[path];
  if (!found) throw new Error(`${path} has no try that could be taken`);
  return found;
}
