import type { Db } from '#kit/server/directory.ts';
import './licence.table.ts';

/** Whether a licence is installed. */
export async function licenceInstalled(db: Db): Promise<boolean> {
  return (await db.selectFrom('licence').select('id').where('active', '=', true).limit(1).executeTakeFirst()) !== undefined;
}
