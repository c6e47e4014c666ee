import { sql, type Selectable } from 'kysely';
import { licenceLimits, type LicenceLimit } from '#kit/common/licence/licence-facts.ts';
import type { Db, Tx } from '#kit/server/directory.ts';
import { newId } from '#kit/server/ids.ts';
import type { LicenceCounts } from '#kit/server/licence.ts';
import { evaluationTerms, noTerms, restrictedAt, termsOf, type Terms } from './licence-standing.ts';
import './licence.table.ts';
import type { LicenceSiteTable, LicenceTable } from './licence.table.ts';

/** A licence as it was installed. */
export type StoredLicence = Selectable<LicenceTable>;

/** The licence that holds. */
export function activeLicence(db: Db): Promise<StoredLicence | undefined> {
  return db.selectFrom('licence').selectAll().where('active', '=', true).executeTakeFirst();
}

/** This installation, made at the first start. */
export async function siteOf(db: Db): Promise<Selectable<LicenceSiteTable>> {
  return db.selectFrom('licence_site').selectAll().executeTakeFirstOrThrow();
}

/** What holds now, and the latest time seen; without a file there is an evaluation only where one is `required`. */
export async function readTerms(db: Db, required: boolean): Promise<{ terms: Terms; seenAt: number }> {
  const [active, site] = await Promise.all([activeLicence(db), db.selectFrom('licence_site').selectAll().executeTakeFirst()]);
  return { terms: termsIn(active, required ? (site?.evaluation_from ?? null) : null), seenAt: site?.seen_at ?? 0 };
}

function termsIn(active: StoredLicence | undefined, evaluationFrom: number | null): Terms {
  if (active)
    return termsOf(
      { expiresAt: active.expires_at, graceDays: active.grace_days, limits: active.limits, modules: active.modules },
      active.file_hash,
    );
  return evaluationFrom === null ? noTerms : evaluationTerms(evaluationFrom);
}

/** At the start: makes the installation known, begins or ends its evaluation, and settles the seats where something else holds than before. */
export async function beginSite(tx: Tx, counts: LicenceCounts, { required, now }: { required: boolean; now: number }): Promise<void> {
  await tx
    .insertInto('licence_site')
    .values({ one: true, installation_id: newId(), seen_at: now, evaluation_from: null, basis: '' })
    .onConflict((on) => on.doNothing())
    .execute();
  const site = await siteOf(tx);
  const active = await activeLicence(tx);
  // An evaluation that was begun is not begun again by switching it off and on.
  if (required && !active && site.evaluation_from === null) await tx.updateTable('licence_site').set({ evaluation_from: now }).execute();
  const { terms } = await readTerms(tx, required);
  if (terms.basis !== site.basis) await settleSeats(tx, counts, terms);
}

/**
 * Puts the limits into the seats and counts what is used, while nobody else takes or gives back. Seats that are not limited are not counted:
 * their writers never meet.
 */
export async function settleSeats(tx: Tx, counts: LicenceCounts, terms: Terms): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('licence seats'))`.execute(tx);
  const end = restrictedAt(terms);
  for (const kind of licenceLimits) {
    const most = terms.limits[kind] ?? null;
    const counted = most !== null;
    const used = counted ? ((await counts[kind]?.(tx)) ?? 0) : 0;
    await tx.updateTable('licence_seat').set({ counted, used, most, restricted_at: end }).where('kind', '=', kind).execute();
  }
  await tx.updateTable('licence_site').set({ basis: terms.basis }).execute();
}

/** What is used of every limit that somebody counts. */
export async function countUsed(db: Db, counts: LicenceCounts): Promise<Map<LicenceLimit, number>> {
  const used = new Map<LicenceLimit, number>();
  for (const kind of licenceLimits) {
    const count = counts[kind];
    if (count) used.set(kind, await count(db));
  }
  return used;
}
