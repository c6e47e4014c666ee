import type { Services } from '#kit/server/services.ts';
import { watchBackup } from './backup.watch.ts';
import { checkDue } from './check.service.ts';
import { openNetworks } from './private-networks.ts';
import { beat, leave } from './nodes.ts';
import { tellCheck, notifyNodes } from './warnings.ts';

const beatMillis = 5_000;
const backupMillis = 60_000;

/** This process's heartbeat, and beside it, so that a slow server never delays it, the checks that are due. */
export function watchServers(services: Services): { stop(): Promise<void> } {
  const running = new Map<string, Promise<unknown>>();
  let looked = -Infinity;
  const begin = (name: string, work: () => Promise<unknown>): void => {
    if (running.has(name)) return;
    const done = work()
      .catch((error: unknown) => services.log.error({ err: error }, `Watching failed: ${name}`))
      .finally(() => running.delete(name));
    running.set(name, done);
  };
  const round = (): void => {
    begin('beat', async () => {
      await beat(services);
      await notifyNodes(services);
    });
    if (performance.now() - looked > backupMillis) {
      looked = performance.now();
      begin('backup', () => watchBackup(services));
    }
    begin('networks', () => openNetworks(services));
    begin('checks', () => checkDue(services, (db, server, report) => tellCheck(services, db, server, report)));
  };
  round();
  const timer = setInterval(round, beatMillis);
  timer.unref();
  return {
    stop: async () => {
      clearInterval(timer);
      await Promise.all(running.values());
      await leave(services).catch((error: unknown) => services.log.error({ err: error }, 'The process could not take its leave'));
    },
  };
}
