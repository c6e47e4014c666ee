import { Agent, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { modules } from '../../src/app/modules.ts';
import { addressOf, type Endpoint } from '../../src/kit/common/contract.ts';
import { startTestProduct, type TestProduct } from '../product.ts';

const uploads = modules
  .flatMap((module) => module.routes.map((route) => route.operation))
  .filter(({ encoding }) => encoding === 'multipart')
  .map((operation): [string, Endpoint] => [operation.path, operation]);

let product: TestProduct;
let port: number;
beforeAll(async () => {
  product = await startTestProduct();
  await product.app.listen({ port: 0, host: '127.0.0.1' });
  ({ port } = product.app.server.address() as AddressInfo);
}, 300_000);
afterAll(() => product.stop());

/** A call on the one connection of an agent; answers what came back and the port that it came from. */
async function ask(agent: Agent, path: string, body?: { type: string; content: Buffer }): Promise<{ code: unknown; from: number }> {
  return new Promise((resolve, reject) => {
    const headers = { accesstoken: product.admin.token, ...(body && { 'content-type': body.type, 'content-length': body.content.length }) };
    const call = request({ agent, port, host: '127.0.0.1', path, method: body ? 'POST' : 'GET', headers }, (answer) => {
      const from = answer.socket.localPort ?? 0;
      text(answer).then((told) => resolve({ code: (JSON.parse(told) as { code?: unknown }).code, from }), reject);
    });
    call.on('error', reject);
    call.end(body?.content);
  });
}

/** A program that calls itself a table, and then nothing but zeros. */
function disguised(bytes: number): { type: string; content: Buffer } {
  const head =
    '--edge\r\ncontent-disposition: form-data; name="file"; filename="people.csv"\r\ncontent-type: text/csv\r\n\r\nMZ\u0090\u0000';
  return {
    type: 'multipart/form-data; boundary=edge',
    content: Buffer.concat([Buffer.from(head, 'latin1'), Buffer.alloc(bytes), Buffer.from('\r\n--edge--\r\n')]),
  };
}

test.each(uploads)('%s: after a refused upload the next call on the same connection is answered', async (_path, operation) => {
  for (const megabytes of [1, 3, 19, 24]) {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const first = await ask(agent, addressOf(operation), disguised(megabytes * 1024 * 1024));
    expect(first.code).not.toBe(0);
    const second = await ask(agent, '/api/sysConsole/getUser');
    expect(second).toEqual({ code: 0, from: first.from });
    agent.destroy();
  }
});
