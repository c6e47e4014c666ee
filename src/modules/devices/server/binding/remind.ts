import { sql } from 'kysely';
import type { Services } from '#kit/server/services.ts';
import { notifyApprovers } from './notices.ts';

const hourMillis = 3_600_000;
const mostAtOnce = 100;

interface Waiting {
  id: string;
  uid: string;
  deviceId: string;
  name: string;
  model: string;
  reason: string;
}

/** Reminds those who decide of requests that nobody decided on for the hours that are set, and again after as many. */
export async function remindOfRequests({ database, mails, now }: Pick<Services, 'database' | 'mails' | 'now'>): Promise<void> {
  const at = now();
  await database.db.transaction().execute(async (tx) => {
    const { rows } = await sql<Waiting>`update device_binding b set reminded_at = ${at} from device d
      where d.id = b.device_id and b.id in (select p.id from device_binding p, bind_config c where p.state = 'pending'
        and greatest(p.requested_at, coalesce(p.reminded_at, 0)) <= ${at} - c.remind_hours::bigint * ${hourMillis}
        order by p.requested_at limit ${mostAtOnce} for update of p skip locked)
      returning b.id, b.employee_id as uid, d.id as "deviceId", d.name, d.model, b.request_reason as reason`.execute(tx);
    for (const { uid, deviceId, name, model, reason } of rows)
      await notifyApprovers(tx, { mails }, { uid, device: { id: deviceId, name, model }, reason });
  });
}
