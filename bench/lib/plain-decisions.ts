import { randomInt } from 'node:crypto';
import fastify from 'fastify';
import pg from 'pg';
import { z } from 'zod';
import { columnTypes } from '#platform/database/types.ts';

// What file decisions are measured against: Fastify and pg alone with the same readings (the person with departments, the file with its
// owner and marks) and the same row written, without any rule. Tells its address to its parent.

const pool = new pg.Pool({ ...JSON.parse(process.argv[2] ?? '{}'), types: columnTypes, max: 10 });
const app = fastify();
const asked = z.object({ employeeId: z.uuid(), fileId: z.uuid(), address: z.string() });
const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const conditions = JSON.stringify({ watermark: false, container: false, readOnly: false, perDay: null, reasonAsked: false });

app.post('/decide', async (request) => {
  const { employeeId, fileId, address } = asked.parse(request.body);
  const person = await pool.query<{ id: string }>(
    `select e.id, array(select ed.department_id::text from employee_department ed where ed.employee_id = e.id) as own,
       array(select distinct above.id::text from employee_department ed join department d on d.id = ed.department_id
         join department above on above.path @> d.path where ed.employee_id = e.id) as above,
       array(select cm.crowd_id::text from crowd_member cm where cm.employee_id = e.id and cm.crowd_id = any($2::uuid[])) as crowds
     from employee e where e.id = any($1::uuid[]) and e.status not in ('deleted', 'left')`,
    [[employeeId], []],
  );
  const file = await pool.query<{ name: string; hash: string; type: string; size: number; owner: string }>(
    `select f.id, f.name, f.type, f.size, f.hash, f.owner, f.created_at, m.level, m.held from file f left join file_mark m on m.file_id = f.id
     where f.id = any($1::uuid[]) and (f.expires_at is null or f.expires_at > $2)`,
    [[fileId], Date.now()],
  );
  const { name, hash, type, size, owner } = file.rows[0]!;
  const ref = Array.from({ length: 8 }, () => letters[randomInt(letters.length)]).join('');
  await pool.query(
    `insert into file_decision (ref, at, employee_id, action, occasion, file_id, file_name, file_hash, platform, address, facts, verdict, step,
       conditions, steps, observed, set_number)
     values ($1, $2, $3, 'download', 'send', $4, $5, $6, 2, $7, $8, 'allow', 'rules', $9, $10, '{}', 1)`,
    [
      ref,
      Date.now(),
      person.rows[0]!.id,
      fileId,
      name,
      hash,
      address,
      JSON.stringify({ type, size, level: 1, held: false, reached: owner === employeeId }),
      conditions,
      JSON.stringify({ steps: [], observed: [], later: [] }),
    ],
  );
  return { code: 0, msg: 'ok', data: { verdict: 'allow', ref } };
});

const address = await app.listen({ port: 0, host: '127.0.0.1' });
process.send?.({ address });
process.on('disconnect', () => process.exit(0));
