import { sql } from 'kysely';
import { superAdministrators } from '#kit/server/access/administrators.ts';
import type { Db } from '#kit/server/directory.ts';
import { directory } from '#modules/people/server/public.ts';
import { openEraseStates } from '../../common/erase-words.ts';

/** Which of these devices must stay: without them no super administrator would have one left that is not about to be erased. */
export async function lastDevices(db: Db, deviceIds: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{
    id: string;
  }>`select distinct d.id::text as id from device d join device_binding b on b.device_id = d.id and b.state = 'bound'
    where d.state in ('bound', 'locked') and b.employee_id in (${await superAdministrators(db, directory)})
      and not exists (select from erase_item i join erase_order o on o.id = i.order_id
        where i.device_id = d.id and o.app_id is null and i.state = any(${[...openEraseStates]}::text[]))`.execute(db);
  const asked = new Set(deviceIds);
  return new Set(rows.every(({ id }) => asked.has(id)) ? rows.map(({ id }) => id) : []);
}
