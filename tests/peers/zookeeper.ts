import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from './free-port.ts';

const program = '/usr/share/zookeeper/bin/zkServer.sh';

/** Why ZooKeeper can't be started here; undefined when it can. */
export function whyNoZooKeeper(): string | undefined {
  return existsSync(program) ? undefined : 'zookeeper is not installed';
}

/** A real ZooKeeper on loopback. */
export async function startZooKeeper(): Promise<{ port: number; stop(): Promise<void> }> {
  const folder = mkdtempSync(path.join(tmpdir(), 'wheelhouse-zookeeper-'));
  const port = await freePort();
  const config = path.join(folder, 'zoo.cfg');
  writeFileSync(
    config,
    `tickTime=1000\ndataDir=${folder}/data\nclientPort=${port}\nclientPortAddress=127.0.0.1\nadmin.enableServer=false\n`,
  );
  const child = spawn('/bin/bash', [program, 'start-foreground', config], {
    stdio: 'ignore',
    detached: true,
    env: { ...process.env, ZOO_LOG_DIR: folder, JVMFLAGS: '-Xmx128m' },
  });
  const ended = once(child, 'exit');
  const isOpen = (): Promise<boolean> =>
    new Promise((resolve) => {
      const socket = connect({ host: '127.0.0.1', port });
      socket
        .once('error', () => resolve(false))
        .once('connect', () => {
          socket.destroy();
          resolve(true);
        });
    });
  for (let left = 200; !(await isOpen()); left -= 1) {
    if (left === 0) throw new Error('ZooKeeper did not start');
    await sleep(100);
  }
  return {
    port,
    stop: async () => {
      // The script's Java too: they are a group of their own.
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
