import { clock } from '#platform/clock.ts';
import type { Db } from '../directory.ts';
import type { ServerModule } from '../module.ts';
import type { AppSignIns } from './app-sign-in.ts';
import type { BuildRule } from './terminal-gate.ts';

/** Milliseconds for which keys and builds are taken as they were read. */
const fresh = 2_000;

/** Reads the keys of the applications that a module keeps, a few seconds from memory; undefined where no module keeps any. */
export function appKeysOf(modules: readonly ServerModule[], db: Db): (() => Promise<ReadonlySet<string>>) | undefined {
  const keeper = modules.find((module) => module.clientApps);
  return keeper && fromMemory(async () => new Set(await keeper.clientApps!(db)));
}

/** Reads which builds of applications are still answered, a few seconds from memory; undefined where no module says so. */
export function buildRuleOf(modules: readonly ServerModule[], db: Db): (() => Promise<BuildRule>) | undefined {
  const keeper = modules.find((module) => module.clientBuilds);
  return keeper && fromMemory(() => keeper.clientBuilds!(db));
}

/** Reads what applications ask of signing in, a few seconds from memory; undefined where no module says so. */
export function appSignInsOf(modules: readonly ServerModule[], db: Db): (() => Promise<AppSignIns>) | undefined {
  const keeper = modules.find((module) => module.clientSignIn);
  return keeper && fromMemory(() => keeper.clientSignIn!(db));
}

/** What is read once in a few seconds; what failed is read again. */
function fromMemory<T>(read: () => Promise<T>): () => Promise<T> {
  let known: { at: number; found: Promise<T> } | undefined;
  return () => {
    const now = clock.now();
    if (!known || Math.abs(now - known.at) > fresh) {
      const found = read();
      known = { at: now, found };
      found.catch(() => (known = undefined));
    }
    return known.found;
  };
}
