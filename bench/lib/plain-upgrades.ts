import fastify from 'fastify';
import pg from 'pg';
import { z } from 'zod';
import { columnTypes } from '#platform/database/types.ts';

// What upgrade checks are measured against: Fastify and pg alone that read the newest version of an app and how far the terminal is with
// it, without proof, rules, rollout, limit users and addresses that end. Tells its address to its parent.

const pool = new pg.Pool({ ...JSON.parse(process.argv[2] ?? '{}'), types: columnTypes, max: 10 });
const app = fastify();
const asked = z.object({ appKey: z.string(), platform: z.coerce.number(), buildNo: z.string(), deviceId: z.string() });

app.get('/check', async (request) => {
  const { appKey, platform, buildNo, deviceId } = asked.parse(request.query);
  const { rows } = await pool.query<{
    id: string;
    version_name: string;
    build_no: string;
    notes: Record<string, string>;
    size: number;
    sha256: string;
  }>(
    `select v.id, v.version_name, v.build_no, v.notes, (v.facts ->> 'size')::bigint as size, v.facts ->> 'sha256' as sha256, o.state,
       t.build_no as has, t.last_seen
     from app a join app_version v on v.app_id = a.id left join version_offer o on o.version_id = v.id and o.device_id = $3
       left join app_terminal t on t.app_id = a.id and t.device_id = $3
     where lower(a.app_key) = $1 and v.platform = $2 and v.status = 2 and v.bad_reason is null order by v.build_key desc limit 1`,
    [appKey, platform, deviceId],
  );
  const [row] = rows;
  if (!row || Number(row.build_no) <= Number(buildNo)) return { code: 0, msg: 'ok', data: { action: 'none' } };
  const version = { id: row.id, versionName: row.version_name, buildNo: row.build_no };
  return { code: 0, msg: 'ok', data: { action: 'prompt', version, notes: row.notes['en_US'] ?? '', size: row.size, sha256: row.sha256 } };
});

const address = await app.listen({ port: 0, host: '127.0.0.1' });
process.send?.({ address });
process.on('disconnect', () => process.exit(0));
