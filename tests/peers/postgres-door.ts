import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import type { Certificates } from './certificates.ts';

/** A port of loopback that leads to the socket of a PostgreSQL, with TLS when it is given a certificate (protocol 3.0, SSLRequest). */
export async function startPostgresDoor(
  server: { host: string; port: number },
  certificates: Certificates,
): Promise<{ port: number; stop(): Promise<void> }> {
  const path = `${server.host}/.s.PGSQL.${server.port}`;
  const sockets = new Set<Socket>();
  const isTlsRequest = (bytes: Buffer): boolean => bytes.length === 8 && bytes.readInt32BE(4) === 80_877_103;
  const tie = (near: Socket, first?: Buffer): void => {
    const far = connect({ path });
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', () => socket.destroy()).on('close', () => sockets.delete(socket));
    }
    if (first) far.write(first);
    near.pipe(far);
    far.pipe(near);
  };
  const door = createServer((near) => {
    near.on('error', () => near.destroy());
    near.once('data', (bytes: Buffer) => {
      if (!isTlsRequest(bytes)) return tie(near, bytes);
      near.write('S');
      const { certFile, keyFile } = certificates;
      return tie(new TLSSocket(near, { isServer: true, cert: readFileSync(certFile), key: readFileSync(keyFile) }));
    });
  }).listen(0, '127.0.0.1');
  await once(door, 'listening');
  const address = door.address();
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    stop: async () => {
      for (const socket of sockets) socket.destroy();
      door.close();
      await once(door, 'close');
    },
  };
}
