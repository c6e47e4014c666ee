import fastify from 'fastify';
import pg from 'pg';
import { z } from 'zod';
import { columnTypes } from '#platform/database/types.ts';
import { employeeColumns, pageBySql } from './plain-list.ts';
import { inTransaction } from './plain-transaction.ts';

// What the product is measured against under load: Fastify and pg alone, with the same pages and the same update, without session, grants,
// range, rules, journal, audit and feed. Run by itself with the connection as its argument; tells its port to its parent.

const pool = new pg.Pool({ ...JSON.parse(process.argv[2] ?? '{}'), types: columnTypes, max: 10 });
const app = fastify();

const listQuery = z.object({ under: z.string(), status: z.string(), limit: z.coerce.number(), offset: z.coerce.number() });
app.get('/list', async (request) => {
  const { rows, total } = await pageBySql(pool, listQuery.parse(request.query));
  return { code: 0, msg: 'ok', data: { list: rows, total } };
});

const change = z.object({ id: z.uuid(), version: z.int(), title: z.string() });
app.post('/update', async (request) => {
  const { id, version, title } = change.parse(request.body);
  return inTransaction(pool, async (client) => {
    const { rows } = await client.query<{ version: number }>('select * from employee where id = $1 for no key update', [id]);
    if (rows[0]?.version !== version) throw new Error(`Version ${version} is ${rows[0]?.version}`);
    await client.query('update employee set title = $2, version = version + 1, updated_at = $3 where id = $1', [id, title, Date.now()]);
    const after = await client.query<Record<string, unknown>>(`select ${employeeColumns} from employee e where e.id = $1`, [id]);
    return { code: 0, msg: 'ok', data: after.rows[0] };
  });
});

const address = await app.listen({ port: 0, host: '127.0.0.1' });
process.send?.({ port: Number(new URL(address).port) });
// Ends with its parent.
process.on('disconnect', () => process.exit(0));
