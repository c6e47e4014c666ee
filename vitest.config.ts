import { configDefaults, defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'src/**/*.test.tsx', 'scripts/**/*.test.ts', 'tests/**/*.test.ts'],
    // Templates are tested as what is made from them: tests/generators.test.ts.
    exclude: [...configDefaults.exclude, 'scripts/templates/**'],
    globalSetup: ['src/kit/testing/global-setup.ts'],
    // Makes a module and runs every check over it in a copy of the project: minutes of its own, asked for by name.
    exclude: [...configDefaults.exclude, ...(process.env['GENERATORS'] ? [] : ['tests/generators.test.ts'])],
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 20_000,
    hookTimeout: 30_000,
    // Browsers and databases share two cores: a second, the default, is often too short and proves nothing.
    expect: { poll: { timeout: 15_000 } },
  },
});
