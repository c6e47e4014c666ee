import { createHash } from 'node:crypto';
import { text as textOf } from 'node:stream/consumers';
import { licenceLimits } from '#kit/common/licence/licence-facts.ts';
import type { Db, Tx } from '#kit/server/directory.ts';
import { findFile } from '#kit/server/files/files.ts';
import type { Call } from '#kit/server/handle.ts';
import { newId } from '#kit/server/ids.ts';
import { Refusal } from '#kit/server/refusal.ts';
import type { LicencePlan } from '../common/licence.contract.ts';
import { LicenceFileError, mostBytes, readLicenceFile, type LicenceContent } from './licence-file.ts';
import { dayMillis, holdsModule, standingOf, termsOf } from './licence-standing.ts';
import { activeLicence, countUsed, settleSeats, siteOf, type StoredLicence } from './licence-terms.ts';
import { assertSiteWide, storeOf } from './licence.query.ts';
import { factsOf } from './licence.view.ts';
import { licenceChannel } from './open-licence.ts';

const notValid = 11040;
const notForHere = 11041;

interface Read {
  file: string;
  hash: string;
  content: LicenceContent;
}

/** Reads an uploaded file of the caller's own; 11040 with the reason where it is no licence for here, 11041 for another installation. */
async function readUpload({ caller, services }: Call, db: Db, fileId: string): Promise<Read> {
  const stored = await findFile(db, caller.uid, fileId, services.now());
  try {
    if (stored.size > mostBytes) throw new LicenceFileError('size');
    const file = await textOf(await services.files.open(stored.hash));
    const content = readLicenceFile(file, storeOf(services).keys);
    const hash = createHash('sha256').update(file).digest('hex');
    if (content.installationId !== null && content.installationId !== (await siteOf(db)).installation_id) throw new Refusal(notForHere);
    assertNewer(content, await activeLicence(db), hash);
    if (content.notBefore !== null && content.notBefore > services.now() + dayMillis) throw new LicenceFileError('notYet');
    if (content.minVersion !== null && isOlder(services.version, content.minVersion)) throw new LicenceFileError('productVersion');
    return { file, hash, content };
  } catch (error) {
    if (!(error instanceof LicenceFileError)) throw error;
    const reason = services.texts.text(caller.language, 'licence', `reason.${error.reason}`);
    throw new Refusal(notValid, { reason }, { reason: error.reason });
  }
}

/** What was issued before the present one is an old file. */
function assertNewer({ issuedAt, licenseId }: LicenceContent, active: StoredLicence | undefined, hash: string): void {
  if (!active) return;
  if (active.file_hash === hash || (active.license_id === licenseId && active.issued_at === issuedAt))
    throw new LicenceFileError('installed');
  if (issuedAt <= active.issued_at) throw new LicenceFileError('older');
}

/** Whether a version (`1.4.2`) is below another; a part that is no number counts as nothing. */
export function isOlder(version: string, least: string): boolean {
  const parts = (text: string): number[] => text.split(/[.-]/).map((part) => Number.parseInt(part, 10) || 0);
  const [have, need] = [parts(version), parts(least)];
  for (let at = 0; at < Math.max(have.length, need.length); at++) {
    const difference = (have[at] ?? 0) - (need[at] ?? 0);
    if (difference !== 0) return difference < 0;
  }
  return false;
}

/** What installing an uploaded file would change. Nothing that is there is taken away: what is over a limit stays, and nothing can be added. */
export async function planOf(call: Call, fileId: string): Promise<LicencePlan> {
  assertSiteWide(call.caller);
  const store = storeOf(call.services);
  await store.refresh();
  const { content, hash } = await readUpload(call, call.db, fileId);
  const [before, after] = [store.terms(), termsOf(content, hash)];
  const used = await countUsed(call.db, store.counts);
  const changes = (from: typeof before, to: typeof before): string[] =>
    store.licensable.filter((name) => !holdsModule(from, name) && holdsModule(to, name));
  return {
    ...standingOf(after, call.services.now()),
    licence: factsOf(content),
    limits: licenceLimits
      .filter((kind) => used.has(kind) || after.limits[kind] !== undefined || before.limits[kind] !== undefined)
      .map((kind) => {
        const [n, most] = [used.get(kind) ?? 0, after.limits[kind] ?? null];
        return { kind, before: before.limits[kind] ?? null, after: most, used: n, over: most === null ? 0 : Math.max(0, n - most) };
      }),
    modulesGained: changes(before, after),
    modulesLost: changes(after, before),
  };
}

/** Installs an uploaded file in the place of the present one; every node goes by it from the commit on. */
export async function installLicence(tx: Tx, call: Call, fileId: string): Promise<void> {
  const { caller, services } = call;
  assertSiteWide(caller);
  // One at a time: who comes second compares with what the first installed.
  await tx.selectFrom('licence_site').select('one').forUpdate().execute();
  const { file, hash, content } = await readUpload(call, tx, fileId);
  const { customer, edition, limits, modules, more, replaces } = content;
  const now = services.now();
  await tx.updateTable('licence').set({ active: false, replaced_at: now }).where('active', '=', true).execute();
  const id = newId();
  await tx
    .insertInto('licence')
    .values({
      id,
      license_id: content.licenseId,
      key_id: content.keyId,
      customer,
      edition,
      issued_at: content.issuedAt,
      not_before: content.notBefore,
      expires_at: content.expiresAt,
      grace_days: content.graceDays,
      limits: JSON.stringify(limits),
      modules,
      installation_id: content.installationId,
      replaces,
      min_version: content.minVersion,
      more: JSON.stringify(more),
      file,
      file_hash: hash,
      active: true,
      installed_at: now,
      installed_by: caller.uid,
      replaced_at: null,
    })
    .execute();
  // A new file says that its issuer knows what time it is: a clock that ran ahead once is forgiven, but never before the file itself.
  await tx
    .updateTable('licence_site')
    .set({ seen_at: Math.max(now, content.issuedAt) })
    .execute();
  await settleSeats(tx, storeOf(services).counts, termsOf(content, hash));
  caller.touch({ kind: 'licence', id, name: content.licenseId });
  caller.note({ licenseId: content.licenseId, customer, expiresAt: content.expiresAt, limits, modules, replaces: replaces ?? undefined });
  // Menus are read again everywhere.
  await services.access.changed(tx);
}

/** Tells every node after the commit; one that misses it looks for itself within seconds. */
export async function notifyNodes({ bus, log, licence }: Call['services']): Promise<void> {
  await storeOf({ licence }).refresh();
  await bus.publish(licenceChannel, null).catch((error: unknown) => log.warn({ err: error }, 'Other nodes were not told of the licence'));
}
