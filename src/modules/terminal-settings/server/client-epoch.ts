import { sql } from 'kysely';
import type { ClientEpoch } from '#kit/server/client/terminal-gate.ts';

/** Published navigations, keys that came or went a step further, and settings of the number: each adds to it, nothing takes away. */
export const terminalSettingsEpoch: ClientEpoch = async ({ database }) => {
  const { rows } = await sql<{ site: number }>`select (select count(*) from nav_version)
    + (select coalesce(sum(version), 0) from encryption_key) + (select coalesce(sum(version), 0) from phone_setting) as site`.execute(
    database.db,
  );
  return { site: Number(rows[0]?.site ?? 0) };
};
