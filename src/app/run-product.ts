import { existsSync } from 'node:fs';
import path from 'node:path';
import { giveBackAfterStart } from '#platform/give-back.ts';
import { onParentEnd } from '#platform/parent-watch.ts';
import { StartError } from '#platform/start-error.ts';
import { readSettings, type Settings } from '#platform/settings.ts';
import { openStore } from './open-store.ts';

const root = path.resolve(import.meta.dirname, '../..');
const demo = process.argv.includes('--demo');

/** Starts the product, says where it is, and ends it in order on a signal. */
async function main(): Promise<void> {
  const started = performance.now();
  const given = readSettings(process.env, root);
  const sample = demo ? await sampleCompany(given) : undefined;
  const settings = sample?.settings ?? given;
  const store = openStore(settings);
  const { startProduct } = await import('./start-product.ts');
  const product = await startProduct(settings, {
    console: path.join(root, 'dist'),
    store,
    onFirstPassword: (password) => console.log(`First sign-in: account admin, one-time password ${password}`),
  });
  const address = settings.publicUrl ?? `http://${settings.host.includes(':') ? `[${settings.host}]` : settings.host}:${product.port}`;
  console.log(`Wheelhouse is ready at ${address} (${Math.round(performance.now() - started)} ms)`);
  giveBackAfterStart();
  if (sample) console.log(['This is a demo: the company and everybody in it are made up. Sign in as', ...sample.people].join('\n'));
  if (!existsSync(path.join(root, 'dist/index.html'))) console.log('The console is not built; this process answers calls only.');
  const stop = once(async (signal: string) => {
    console.log(`${signal}: ending what runs, then stopping.`);
    await product.stop();
    process.exit(0);
  });
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => void stop(signal));
  // The launcher that started us is gone without a signal.
  onParentEnd(() => void stop('The starting process ended'));
  // One bad request never ends the process.
  process.on('unhandledRejection', (reason) => product.log.error({ err: reason }, 'An error that nobody waited for'));
}

/** The demo's own folder, made when it is missing; its code is loaded only here. */
async function sampleCompany(given: Settings): Promise<{ settings: Settings; people: string[] }> {
  const { demoPeople, demoSize, openDemo } = await import('./demo.ts');
  const made = await openDemo(given, path.join(root, 'data-demo'), demoSize, (line) => console.log(line));
  return { settings: made.settings, people: demoPeople(made) };
}

function once(work: (signal: string) => Promise<void>): (signal: string) => Promise<void> {
  let running: Promise<void> | undefined;
  return (signal) => (running ??= work(signal));
}

/** Runs the product in this process until a signal; a setting that is wrong ends it with a sentence. */
export function runProduct(): void {
  main().catch((error: unknown) => {
    console.error(error instanceof StartError ? error.message : error);
    process.exit(1);
  });
}
