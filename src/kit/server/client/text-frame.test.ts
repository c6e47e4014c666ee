import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { textFrame } from './text-frame.ts';

test('A frame of any length is read as it was written, between those of the library', async () => {
  const texts = ['', 'a', 'ä'.repeat(62), 'ä'.repeat(63), 'x'.repeat(65_535), '字'.repeat(30_000)];
  const server = new WebSocketServer({ port: 0, perMessageDeflate: false });
  server.on('connection', (socket, request) => {
    for (const text of texts) {
      request.socket.write(textFrame(text));
      socket.send(`after ${text.length}`);
    }
  });
  await once(server, 'listening');
  const socket = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const heard: string[] = [];
  socket.on('message', (data: Buffer, isBinary) => heard.push(`${isBinary ? 'binary ' : ''}${data.toString()}`));
  await expect.poll(() => heard.length).toBe(texts.length * 2);
  expect(heard).toEqual(texts.flatMap((text) => [text, `after ${text.length}`]));
  socket.terminate();
  server.close();
});
