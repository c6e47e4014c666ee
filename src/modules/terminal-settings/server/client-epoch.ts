import { sql } from 'kysely';
import { rememberedEpoch } from '#kit/server/client/remembered-epoch.ts';

/** Published navigations, keys that came or went a step further, and settings of the number: each adds to it, nothing takes away. */
export const terminalSettingsEpoch = rememberedEpoch(async ({ database }) => {
  const { rows } = await sql<{ n: number }>`select (select count(*) from nav_version)
    + (select coalesce(sum(version), 0)::bigint from encryption_key) + (select coalesce(sum(version), 0)::bigint from phone_setting) as n`.execute(
    database.db,
  );
  return Number(rows[0]?.n ?? 0);
});
