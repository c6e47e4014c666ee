import { restoreSamples } from './collected.ts';
import { entityRestore } from './entity-samples.ts';
import type { RestoreSample } from './samples.ts';

/** A sample for every kind of object in the change engine, by its name. */
export function restoreSamplesOf(kinds: readonly string[]): Readonly<Record<string, RestoreSample>> {
  const declared = kinds.flatMap((kind): [string, RestoreSample][] => {
    const sample = entityRestore(kind);
    return sample ? [[kind, sample]] : [];
  });
  return { ...Object.fromEntries(declared), ...restoreSamples };
}
