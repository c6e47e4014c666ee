import { clock } from '#platform/clock.ts';
import type { Db } from '../directory.ts';
import type { ServerModule } from '../module.ts';

/** Milliseconds for which the keys are taken as they were read. */
const fresh = 5_000;

/** Reads the keys of the applications that a module keeps, a few seconds from memory; undefined where no module keeps any. */
export function appKeysOf(modules: readonly ServerModule[], db: Db): (() => Promise<ReadonlySet<string>>) | undefined {
  const keeper = modules.find((module) => module.clientApps);
  if (!keeper) return undefined;
  let known: { at: number; keys: Promise<ReadonlySet<string>> } | undefined;
  return () => {
    const now = clock.now();
    if (!known || now - known.at > fresh) {
      const keys = keeper.clientApps!(db).then((all) => new Set(all));
      known = { at: now, keys };
      keys.catch(() => (known = undefined));
    }
    return known.keys;
  };
}
