import { rmSync } from 'node:fs';
import path from 'node:path';
import { openBrowser, type TestConsole } from '../browser.ts';
import { buildPlainly } from '../plain-build.ts';
import { startTestProduct } from '../product.ts';

const root = path.resolve(import.meta.dirname, '../..');

/** The product with the console and the pages of the kit on a free port, and Chromium. */
export async function openKitConsole(): Promise<TestConsole> {
  const folder = path.join(root, '.cache', `kit-pages-${process.pid}`);
  await buildPlainly(root, folder, path.join(import.meta.dirname, 'kit-pages.plugin.ts'));
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
