import { sql } from 'kysely';
import type { ClientPart } from '#kit/server/client/client-part.ts';
import { rememberedEpoch, sitePart } from '#kit/server/client/remembered-epoch.ts';
import type { Db } from '#kit/server/directory.ts';

/** Published navigations, keys that came or went a step further, and settings of the number: each adds to its count, nothing takes away. */
const counts = {
  navigation: sql<number>`select count(*) as n from nav_version`,
  keys: sql<number>`select coalesce(sum(version), 0)::bigint as n from encryption_key`,
  phone: sql<number>`select coalesce(sum(version), 0)::bigint as n from phone_setting`,
};

const countOf = async (db: Db, part: keyof typeof counts): Promise<number> => {
  const { rows } = await sql<{ n: number }>`${counts[part]}`.execute(db);
  return Number(rows[0]?.n ?? 0);
};

const names = ['navigation', 'keys', 'phone'] as const;

/** Grows with every change of any of them. */
export const terminalSettingsEpoch = rememberedEpoch(async ({ database: { db } }) => {
  const all = await Promise.all(names.map((name) => countOf(db, name)));
  return all.reduce((sum, one) => sum + one, 0);
});

/** Notifies waiting terminals which of them changed. */
export const terminalSettingsParts: readonly ClientPart[] = names.map((name) =>
  sitePart(name, async ({ database: { db } }) => String(await countOf(db, name))),
);
