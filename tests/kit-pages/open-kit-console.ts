import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import path from 'node:path';
import { openBrowser, type TestConsole } from '../browser.ts';
import { startTestProduct } from '../product.ts';

const root = path.resolve(import.meta.dirname, '../..');

/** The console's own build, with the pages of `routes.ts` beside those of the modules. */
const build = `
import { build } from 'vite';
const pages = {
  name: 'kit-pages',
  enforce: 'pre',
  transform: (code, id) =>
    id.endsWith('/src/app/console-modules.ts')
      ? code.replace('ConsoleModule[] = [', 'ConsoleModule[] = [kitPages, ') + "\\nimport { kitPages } from '../../tests/kit-pages/routes.ts';"
      : undefined,
};
await build({ plugins: [pages], logLevel: 'warn', build: { outDir: process.argv[1], emptyOutDir: true } });
`;

/** The product with the pages of the kit on a free port, and Chromium. */
export async function openKitConsole(): Promise<TestConsole> {
  const folder = path.join(root, '.cache', `kit-pages-${process.pid}`);
  const built = spawnSync(process.execPath, ['--input-type=module', '-e', build, folder], {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, NODE_ENV: 'production' },
  });
  if (built.status !== 0) throw new Error(`The pages of the kit could not be built: ${built.stdout}${built.stderr}`);
  const [product, browser] = await Promise.all([startTestProduct(folder), openBrowser()]);
  return {
    product,
    browser,
    stop: async () => {
      await browser.close();
      await product.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
