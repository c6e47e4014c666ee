import { sql } from 'kysely';
import { inTurn, upkeepEvery } from '#kit/server/per-product.ts';
import type { Services } from '#kit/server/services.ts';
import { fileConfigs } from './config.ts';
import { openWhere } from './open-files.ts';

const dayMillis = 86_400_000;
const batch = 2_000;

/** Files whose time is over are expired; legal holds are asked with each batch. Answers how many. */
export async function expireFiles(services: Pick<Services, 'database' | 'now' | 'log'>): Promise<number> {
  const { keepDays } = await fileConfigs.now(services);
  let all = 0;
  for (let more = true; more;) {
    const { numAffectedRows = 0n } = await sql`update im_file set state = 'expired', version = version + 1, updated_at = ${services.now()}
      where id in (select f.id from im_file f join im_message msg on msg.id = f.message_id join im_conversation c on c.id = f.conversation_id
        where f.state = 'normal' and not ${openWhere(keepDays, services.now())} limit ${batch})`.execute(services.database.db);
    all += Number(numAffectedRows);
    more = numAffectedRows === BigInt(batch);
  }
  return all;
}

/** Bytes that lie in no chat any more go once the days are over in which they can be restored; the file store's own upkeep removes them. */
async function closeBytes(services: Pick<Services, 'database' | 'now' | 'log'>): Promise<void> {
  const { undoDays } = await fileConfigs.now(services);
  await sql`update file set expires_at = ${services.now() + undoDays * dayMillis} where expires_at is null and id in (
      select file_id from im_file group by file_id having bool_and(state in ('expired', 'deleted')))`.execute(services.database.db);
}

/** Once an hour: what has come to its end. */
export const fileUpkeep = inTurn(
  upkeepEvery(3_600_000, async (services: Services) => {
    await expireFiles(services);
    await closeBytes(services);
    await sql`delete from im_file_upload where created_at < ${services.now() - 2 * dayMillis}`.execute(services.database.db);
  }),
);
