import type { Call } from '#kit/server/handle.ts';
import { activeLicence, countUsed, siteOf } from './licence-terms.ts';
import { assertSiteWide, storeOf } from './licence.query.ts';

/** Answers the file to ask for a licence with: which installation, which version, what is licensed and used now. Nobody is named in it. */
export async function sendRequest({ caller, db, services, response }: Call): Promise<null> {
  assertSiteWide(caller);
  const { installation_id: installationId } = await siteOf(db);
  const active = await activeLicence(db);
  const body = {
    v: 1,
    installationId,
    product: 'Wheelhouse',
    version: services.version,
    at: services.now(),
    licenseId: active?.license_id ?? null,
    used: Object.fromEntries(await countUsed(db, storeOf(services).counts)),
  };
  caller.note({ installationId });
  await response
    .header('cache-control', 'no-store')
    .header('content-disposition', `attachment; filename="wheelhouse-licence-request-${installationId.slice(0, 8)}.json"`)
    .type('application/json')
    .send(`${JSON.stringify(body, null, 2)}\n`);
  return null;
}
