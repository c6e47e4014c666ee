import { configDefaults, defineConfig } from 'vitest/config';
import { LongestFirst } from './tests/longest-first.ts';

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'src/**/*.test.tsx', 'scripts/**/*.test.ts', 'tests/**/*.test.ts'],
    globalSetup: ['src/kit/testing/global-setup.ts'],
    setupFiles: ['tests/cpu.setup.ts'],
    // Templates are tested as what is made from them, in a copy of the project with every check (tests/generators.test.ts).
    exclude: [...configDefaults.exclude, 'scripts/templates/**'],
    pool: 'forks',
    // Most of a test file was loading the product; a worker loads it once, and state of modules is not kept between tests anyway.
    isolate: false,
    // The whole product in one process: young objects have room, or a tenth of the time goes into collecting them.
    execArgv: ['--max-semi-space-size=64'],
    sequence: { sequencer: LongestFirst },
    // One more than the two cores of the check: browsers, databases and mail servers are waited for. A fourth took no time off a whole run.
    maxWorkers: 3,
    // Generous, because machines are shared: they end what hangs, and say nothing about speed.
    testTimeout: 240_000,
    hookTimeout: 240_000,
    // Where nobody looks on, what failed once on a busy machine is tried once more; the report names it.
    retry: process.env['CI'] ? 1 : 0,
    // Browsers and databases share two cores: a second, the default, is often too short and proves nothing.
    expect: { poll: { timeout: 30_000 } },
  },
});
