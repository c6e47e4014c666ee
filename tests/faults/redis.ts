import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';

const program = ['redis-server', 'valkey-server'].find((name) => spawnSync(name, ['--version']).status === 0);

/** Whether this machine has a Redis or Valkey to start. */
export const redisIsThere = program !== undefined;
if (!redisIsThere)
  process.stderr.write('\nNOT TESTED: two processes over Redis, because neither redis-server nor valkey-server is installed.\n\n');

/** Starts a Redis that keeps nothing. */
export async function startRedis(folder: string): Promise<{ url: string; stop(): Promise<void> }> {
  const port = await freePort();
  const child = spawn(program ?? '', ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--dir', folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  for await (const chunk of child.stdout) if (String(chunk).includes('eady to accept connections')) break;
  return {
    url: `redis://127.0.0.1:${port}`,
    stop: async () => {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  return typeof address === 'object' && address ? address.port : 0;
}
