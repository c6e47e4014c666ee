import type { Parsed } from '#kit/common/contract.ts';
import { changeObjects } from '#kit/server/change/change-objects.ts';
import { findFile, takeFile } from '#kit/server/files/files.ts';
import { handle, type BoundRoute, type Call } from '#kit/server/handle.ts';
import { InvalidInput, notFound, wrongState } from '#kit/server/refusal.ts';
import { isNew } from '../../common/app.contract.ts';
import { versionReplace } from '../../common/version.contract.ts';
import { apps } from '../app/app.ts';
import { findVersion } from '../release/find-version.ts';
import { buildKeyOf } from './build-key.ts';
import { appOfId, compare, fitInto } from './place.ts';
import { readUpload } from './read-upload.ts';
import { endOf, versionFacts } from './version.routes.ts';
import { versions } from './version.ts';

type Requested = Parsed<typeof versionReplace>;

/** Another package, or store page, of a version that was never on shelf. */
export const replaceRoutes: readonly BoundRoute[] = [
  handle(versionReplace, async (call, { content, ...request }) => {
    await replaceable(call, request.id);
    return 'fileId' in content ? byPackage(call, request, content.fileId) : byStore(call, request, content);
  }),
];

/** A version in range that is new still. */
async function replaceable(call: Pick<Call, 'db' | 'caller'>, id: string) {
  const found = await findVersion(call.db, call.caller, id);
  if (found.status !== isNew) throw wrongState(String(found.status), { namespace: 'apps', key: `appVersion.status.${found.status}` });
  return found;
}

async function byPackage(call: Call, { id, version }: Omit<Requested, 'content'>, fileId: string): Promise<{ version: number }> {
  const reading = await readUpload(call, fileId);
  const { facts } = reading;
  return call.write(async (tx) => {
    const own = await replaceable({ db: tx, caller: call.caller }, id);
    if (facts.platform !== own.platform)
      throw new InvalidInput([{ path: 'content.fileId', namespace: 'apps', key: 'version.otherPlatform' }]);
    const app = await appOfId(tx, own.app_id, true);
    if (!app) throw notFound();
    const place = { facts, channel: own.channel };
    const learnt = await fitInto(tx, app, place);
    const findings = [...reading.findings, ...(await compare(tx, { appId: app.id, ...place }))];
    await findFile(tx, call.caller.uid, fileId, call.services.now());
    await takeFile(tx, fileId);
    await changeObjects(tx, call.caller, apps.kind, [{ id: app.id, version: null, fields: learnt }]);
    const { platform: _same, ...read } = versionFacts(facts);
    const fields = { ...read, fileId, storeUrl: null, source: 'package' as const, findings, expiresAt: endOf(reading) };
    const [state] = await changeObjects(tx, call.caller, versions.kind, [{ id, version, fields }]);
    return { version: state!.version };
  });
}

async function byStore(
  call: Call,
  { id, version }: Omit<Requested, 'content'>,
  page: Exclude<Requested['content'], { fileId: string }>,
): Promise<{ version: number }> {
  return call.write(async (tx) => {
    await replaceable({ db: tx, caller: call.caller }, id);
    const fields = {
      ...page,
      buildKey: buildKeyOf(page.buildNo),
      source: 'store' as const,
      fileId: null,
      facts: null,
      findings: [],
      expiresAt: null,
    };
    const [state] = await changeObjects(tx, call.caller, versions.kind, [{ id, version, fields }]);
    return { version: state!.version };
  });
}
