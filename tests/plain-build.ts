import { spawn } from 'node:child_process';
import { once } from 'node:events';

const program = `
import { build, loadConfigFromFile } from 'vite';
const [, outDir, more] = process.argv;
const { config } = await loadConfigFromFile({ command: 'build', mode: 'production' });
const plugins = config.plugins.flat(Infinity).filter((one) => one && one.name !== 'precompress');
if (more) plugins.unshift((await import(more)).default);
await build({ ...config, configFile: false, plugins, logLevel: 'warn', build: { ...config.build, outDir, emptyOutDir: true, minify: false } });
`;

/**
 * Builds the console of a project's folder as `npm start` does, but neither made small nor compressed ahead: a third of the work. `plugin` is
 * a file whose default export changes what is built.
 */
export async function buildPlainly(root: string, outDir: string, plugin?: string): Promise<void> {
  const child = spawn(process.execPath, ['--input-type=module', '-e', program, outDir, ...(plugin ? [plugin] : [])], {
    cwd: root,
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (said += String(part)));
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`The console could not be built: ${said}`);
}
