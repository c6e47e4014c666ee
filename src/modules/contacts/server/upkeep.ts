import { sql } from 'kysely';
import { systemCaller } from '#kit/server/caller.ts';
import { changeObjects } from '#kit/server/change/change-objects.ts';
import { inTurn, upkeepEvery } from '#kit/server/per-product.ts';
import type { Services } from '#kit/server/services.ts';
import { specialUserKind } from './special/special.kind.ts';
import { keepFindIndexes } from './terminal/find-index.ts';
import { forgetOld } from './terminal/harvest.ts';
import { watchWhiteList } from './whitelist/white.warnings.ts';

const everyMillis = 600_000;
const minuteMillis = 60_000;

const keepIndexes = upkeepEvery(minuteMillis, keepFindIndexes);
const lookAfter = upkeepEvery(everyMillis, async (services: Services) => {
  await watchWhiteList(services);
  await forgetOld(services);
});

/** Switches off rules that are over. */
async function endRules(services: Pick<Services, 'database' | 'now'>): Promise<void> {
  const now = services.now();
  const { db } = services.database;
  const { rows } = await sql<{ id: string }>`select s.role_id as id from contact_special s join role on role.id = s.role_id
    where s.until_at <= ${now} and role.enabled limit 100`.execute(db);
  if (rows.length > 0)
    await db.transaction().execute((tx) =>
      changeObjects(
        tx,
        systemCaller('specialUser.disable'),
        specialUserKind,
        rows.map(({ id }) => ({ id, version: null, fields: { enabled: false }, action: 'disable' as const })),
      ),
    );
}

/** Switches off rules that are over, looks how many the white list reaches, and forgets what is too old to matter. */
export const contactsUpkeep = inTurn(endRules, keepIndexes, lookAfter);
