import fastify from 'fastify';
import { z } from 'zod';
import { startProduct } from '../../src/app/start-product.ts';
import { mayUseFile } from '../../src/modules/file-security/server/public.ts';
import { readSettings } from '../../src/platform/settings.ts';
import { readHolder } from '../../src/platform/database/embedded/folder-lock.ts';

// The product in a process of its own, with one address beside its own that decides about a file as other areas ask it to: by the rules in
// force, written down with its steps before it is answered. Tells its addresses and its database to its parent.

const dataDir = process.argv[2] ?? '';
const settings = readSettings({ ...process.env, DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'error' }, dataDir);
const product = await startProduct(settings);
const asked = z.object({ employeeId: z.uuid(), fileId: z.uuid(), address: z.string() });
const app = fastify();
app.post('/decide', async (request) => {
  const { employeeId, fileId, address } = asked.parse(request.body);
  const { verdict, ref } = await mayUseFile(product.services, {
    employeeId,
    action: 'download',
    platform: 2,
    address,
    file: { fileId },
    language: 'en_US',
  });
  return { code: 0, msg: 'ok', data: { verdict, ref } };
});
const address = await app.listen({ port: 0, host: '127.0.0.1' });
const { port } = product.app.server.address() as { port: number };
const server = readHolder(dataDir)?.server;
process.send?.({ decisions: address, product: `http://127.0.0.1:${port}`, database: server });
process.on('disconnect', () => void product.stop().then(() => process.exit(0)));
