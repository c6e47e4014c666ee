import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** Stands between a client and a real directory, writes down what the directory says and can cut it off. */
export interface LdapProxy {
  readonly port: number;
  /** Everything that came from the directory. */
  heard(): Buffer;
  /** From here on a connection ends after this many bytes from the directory; null lets everything through. */
  cutAfter(bytes: number | null): void;
  stop(): Promise<void>;
}

/** Starts one before a port of loopback. */
export async function startLdapProxy(port: number): Promise<LdapProxy> {
  let most: number | null = null;
  const heard: Buffer[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect({ host: '127.0.0.1', port });
    let passed = 0;
    for (const socket of [near, far]) {
      sockets.add(socket.setNoDelay(true));
      socket.on('error', () => socket.destroy()).on('close', () => sockets.delete(socket));
    }
    near.on('data', (bytes) => far.write(bytes)).on('close', () => far.destroy());
    far.on('data', (bytes: Buffer) => {
      heard.push(bytes);
      const rest = most === null ? bytes.length : Math.max(0, most - passed);
      passed += bytes.length;
      if (rest > 0) near.write(bytes.subarray(0, rest));
      if (rest < bytes.length) {
        near.destroySoon();
        far.destroy();
      }
    });
    far.on('close', () => near.destroySoon());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    heard: () => Buffer.concat(heard),
    cutAfter: (bytes) => void (most = bytes),
    stop: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
