import { sql, type RawBuilder } from 'kysely';
import type { Parsed, Reply } from '#kit/common/contract.ts';
import type { Caller } from '#kit/server/caller.ts';
import type { Db } from '#kit/server/directory.ts';
import type { Call } from '#kit/server/handle.ts';
import { containing, orderOf, readPage } from '#kit/server/read-page.ts';
import { outOfRange } from '#kit/server/refusal.ts';
import type { Services } from '#kit/server/services.ts';
import type { licenceHistory, LicenceOverview } from '../common/licence.contract.ts';
import { holdsModule, standingOf } from './licence-standing.ts';
import { activeLicence, siteOf, type StoredLicence } from './licence-terms.ts';
import { viewOf } from './licence.view.ts';
import type { LicenceStore } from './open-licence.ts';

/** The licence of a running product, with what the module itself needs of it. */
export const storeOf = ({ licence }: Pick<Services, 'licence'>): LicenceStore => licence as LicenceStore;

/** The licence concerns the whole site: for who sees everything alone (10910). */
export function assertSiteWide(caller: Caller): void {
  if (!caller.scope().all) throw outOfRange();
}

/** What is installed and how it stands. */
export async function overviewOf({ caller, services }: Pick<Call, 'caller' | 'services'>, db: Db): Promise<LicenceOverview> {
  assertSiteWide(caller);
  const store = storeOf(services);
  await store.refresh();
  const [active, site] = await Promise.all([activeLicence(db), siteOf(db)]);
  const terms = store.terms();
  return {
    ...standingOf(terms, store.time()),
    licence: active ? viewOf(active, await namesOf(services, db, { rows: [active], caller })) : null,
    installationId: site.installation_id,
    ownKey: store.keys.own,
    required: services.settings.licenseRequired,
    countedTime: store.setBack(),
    modules: store.licensable.map((code) => ({ code, covered: holdsModule(terms, code) })),
  };
}

/** Every licence that was installed. */
export async function historyOf(call: Call, input: Parsed<typeof licenceHistory>): Promise<Reply<typeof licenceHistory>> {
  assertSiteWide(call.caller);
  const where: RawBuilder<boolean>[] = input.text
    ? [sql<boolean>`(license_id ilike ${containing(input.text)} or customer ilike ${containing(input.text)})`]
    : [];
  const sorts = { installedAt: sql`installed_at`, issuedAt: sql`issued_at`, expiresAt: sql`expires_at` };
  const order = orderOf(input.sort ?? '-installedAt', sorts, sql`id`);
  const { list, ...counted } = await readPage<StoredLicence>(call.db, { columns: sql`*`, from: sql`licence`, where, order }, input);
  const names = await namesOf(call.services, call.db, { rows: list, caller: call.caller });
  return { list: list.map((row) => viewOf(row, names)), ...counted };
}

function namesOf(
  { directory }: Pick<Services, 'directory'>,
  db: Db,
  { rows, caller }: { rows: readonly StoredLicence[]; caller: Caller },
): Promise<ReadonlyMap<string, { name: string }>> {
  return directory.people(db, [...new Set(rows.map(({ installed_by }) => installed_by))], caller.language);
}
