import { randomUUID } from 'node:crypto';
import fastify from 'fastify';
import pg from 'pg';
import { z } from 'zod';
import { columnTypes } from '#platform/database/types.ts';
import { inTransaction } from './plain-transaction.ts';

// What check-ins are measured against: Fastify and pg alone with the same readings (the counter of rules, the device, whose it is, the
// rule that names them, the key of its stores) and the same rows written, without proof, checks, wrapping and rates.
// Tells its address to its parent.

const pool = new pg.Pool({ ...JSON.parse(process.argv[2] ?? '{}'), types: columnTypes, max: 10 });
const app = fastify();
const said = z.object({
  posture: z.record(z.string(), z.boolean()),
  systemVersion: z.string(),
  policyEpoch: z.string(),
  drafts: z.number(),
  files: z.number(),
});

app.post('/checkIn', async (request) => {
  const { posture, systemVersion, drafts, files } = said.parse(request.body);
  const now = Date.now();
  await pool.query('insert into terminal_proof (hash, until) values ($1, $2) on conflict do nothing', [Buffer.from(randomUUID()), now + 1]);
  const stamps = await pool.query<{ n: number }>('select n from device_stamp');
  return inTransaction(pool, async (client) => {
    const device = await client.query<Record<string, unknown>>('select * from device where key_thumbprint = $1 for update', [
      request.headers['x-thumbprint'],
    ]);
    const id = device.rows[0]!['id'];
    const around = await client.query<{ person: string; commands: number }>(
      `select (select employee_id from device_binding where device_id = $1 and state = 'bound' order by last_used_at desc nulls last limit 1) as person,
         (select count(*) from device_command where device_id = $1 and state in ('queued', 'delivered')) as commands`,
      [id],
    );
    const { person, commands } = around.rows[0]!;
    const rule = await client.query<{ id: string; offline_days: number }>(
      `select r.id, r.offline_days from bind_rule_member m join bind_rule r on r.id = m.rule_id
       where (m.kind = 'employee' and m.member_id = $1) or (m.kind = 'department' and m.member_id in
         (select distinct above.id from employee_department ed join department d on d.id = ed.department_id
          join department above on above.path @> d.path where ed.employee_id = $1))`,
      [person],
    );
    await client.query(
      `update device set system_version = $2, posture = $3, failing = '[]', failing_since = '{}', compliant = true, last_seen_at = $4,
         last_address = $5, app_key = 'wheelhouse', unsent = $6 where id = $1`,
      [id, systemVersion, JSON.stringify(posture), now, request.ip, JSON.stringify({ drafts, files })],
    );
    await client.query(`update device_binding set last_used_at = $2 where device_id = $1 and state = 'bound'`, [id, now]);
    const who = await client.query<{ status: string }>(`select * from employee where id = $1 and status <> 'deleted'`, [person]);
    const key = await client.query<{ sealed: string; lease_until: number }>(
      `select sealed, lease_until, destroyed_at from device_data_key where device_id = $1 and app_key = 'wheelhouse'`,
      [id],
    );
    const until = key.rows[0]?.lease_until ?? now;
    return {
      code: 0,
      msg: 'ok',
      data: {
        state: who.rows[0] ? 'bound' : 'unbound',
        policyEpoch: String(stamps.rows[0]!.n),
        policy: null,
        offlineDays: rule.rows[0]?.offline_days ?? 14,
        lease: { key: key.rows[0]?.sealed ?? '', until },
        commands,
        serverTime: now,
      },
    };
  });
});

const address = await app.listen({ port: 0, host: '127.0.0.1' });
process.send?.({ address });
process.on('disconnect', () => process.exit(0));
