import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** Waits until somebody listens on a port of loopback, for so many seconds at most. */
export async function reachable(port: number, { name, seconds }: { name: string; seconds: number }): Promise<void> {
  for (let left = seconds * 10; left > 0; left -= 1) {
    const open = await new Promise<boolean>((resolve) => {
      const socket = connect({ host: '127.0.0.1', port });
      socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
      socket.once('connect', () => socket.destroy());
    });
    if (open) return;
    await sleep(100);
  }
  throw new Error(`${name} did not start`);
}
