import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import hessian from 'hessian.js';

/** What a provider was asked. */
export interface Invoked {
  service: string;
  method: string;
  types: string[];
  args: unknown[];
  attachments: Record<string, string>;
}

/** What a provider answers: a value, or what it throws. */
export type Provide = (invoked: Invoked) => { value: unknown } | { thrown: string };

/** A Dubbo 2 provider whose bodies are written and read by another implementation of hessian (npm hessian.js). */
export async function startDubboProvider(provide: Provide): Promise<{ port: number; stop(): Promise<void> }> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy()).on('close', () => sockets.delete(socket));
    let kept = Buffer.alloc(0);
    socket.on('data', (piece: Buffer) => {
      kept = Buffer.concat([kept, piece]);
      while (kept.length >= 16 && kept.length >= 16 + kept.readInt32BE(12)) {
        const length = kept.readInt32BE(12);
        const [head, body] = [kept.subarray(0, 16), kept.subarray(16, 16 + length)];
        kept = kept.subarray(16 + length);
        socket.write(answer(head, body, provide));
      }
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    stop: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

function answer(head: Buffer, body: Buffer, provide: Provide): Buffer {
  const reader = new hessian.DecoderV2(body);
  reader.read();
  const service = String(reader.read());
  reader.read();
  reader.read();
  reader.read();
  const method = String(reader.read());
  const types = reader.read() as string[];
  const args = reader.read() as unknown[];
  const attachments = reader.read() as Record<string, string>;
  const given = provide({ service, method, types, args, attachments });
  const writer = new hessian.EncoderV2();
  if ('value' in given) {
    writer.write(given.value === null ? 2 : 1);
    if (given.value !== null) writer.write(given.value);
  } else {
    writer.write(0);
    writer.write({ $class: 'com.x.Broken', $: { detailMessage: given.thrown } });
  }
  const bytes = writer.get() as Buffer;
  const header = Buffer.alloc(16);
  header.writeUInt16BE(0xdabb, 0);
  header[2] = 2;
  header[3] = 20;
  head.copy(header, 4, 4, 12);
  header.writeInt32BE(bytes.length, 12);
  return Buffer.concat([header, bytes]);
}
