import type { Parsed } from '#kit/common/contract.ts';
import { handle, type BoundRoute, type Call } from '#kit/server/handle.ts';
import { notFound } from '#kit/server/refusal.ts';
import { confirmGuard, undoGuard } from '#modules/sign-in/server/public.ts';
import * as overview from '../common/overview.contract.ts';
import * as platform from '../common/platform.contract.ts';
import * as server from '../common/server.contract.ts';
import type { CheckReport } from '../common/server-facts.ts';
import { sendBootstrap } from './bootstrap.ts';
import { bundleFiles, bundleJob } from './bundle.ts';
import { checkServer, keepReport } from './check.service.ts';
import { authoritiesIn } from './authorities.ts';
import { assertWholeSite } from './whole-site.ts';
import { readRuntimeFacts } from './runtime-facts.ts';
import { readOverview } from './overview.ts';
import { getPlatform, listPlatforms, publishPlatform, rollBackPlatform, savePlatform } from './platform.service.ts';
import { getServer, getServerWithDay, listServers, usedBy } from './server.query.ts';
import { addServer, drainServers, removeServers, switchServers, updateServer } from './server.service.ts';
import { tellCheck } from './warnings.ts';

/** A stored server as it is, or with what is not saved yet. What was found of the stored one is kept. */
async function test(call: Call, { caFileId, ...typed }: Parsed<typeof server.serverTest>): Promise<CheckReport> {
  assertWholeSite(call.caller);
  const input = { ...typed, ...(await authoritiesIn(call, caFileId)) };
  const stored = input.id === undefined ? undefined : await getServer(call, input.id);
  const addresses = input.addresses ?? stored?.addresses;
  if (!addresses) throw notFound();
  const draft = {
    addresses,
    ca: input.ca === undefined ? (stored?.ca ?? null) : input.ca,
    pinnedKeys: input.pinnedKeys ?? stored?.pinnedKeys ?? [],
  };
  const report = await checkServer(call.services, draft);
  const asStored = input.addresses === undefined && input.ca === undefined && input.pinnedKeys === undefined;
  return call.write(async (tx) => {
    if (stored) call.caller.touch({ kind: 'serverConfig', id: stored.id, name: stored.name });
    if (stored && asStored) {
      await keepReport(tx, stored.id, report);
      await tellCheck(call.services, tx, stored, report);
    }
    return report;
  });
}

/** First what would leave; then, as a job, the bundle. */
async function bundle(call: Call, { parts, list }: Parsed<typeof overview.supportBundle>) {
  assertWholeSite(call.caller);
  const files = await bundleFiles(call.services, parts);
  call.caller.note({ parts, list });
  return call.write(async (tx) => ({
    files: files.map(({ part, name, content, holds }) => ({ part, name, bytes: Buffer.byteLength(content), holds })),
    jobId: list ? null : await call.services.jobs.start(tx, call.caller, bundleJob, { parts }),
  }));
}

/** Operations on servers, platforms and processes. */
export const serversRoutes: readonly BoundRoute[] = [
  handle(server.serverList, (call, input) => listServers(call, input)),
  handle(server.serverGet, (call, input) => getServerWithDay(call, input.id)),
  handle(server.serverUsedBy, (call, input) => usedBy(call, input.id)),
  handle(server.serverAdd, async (call, { caFileId, ...typed }) => {
    const input = { ...typed, ...(await authoritiesIn(call, caFileId)) };
    return call.write((tx) => addServer(tx, call.caller, call.services.secrets, input));
  }),
  handle(server.serverUpdate, async (call, { caFileId, ...typed }) => {
    const input = { ...typed, ...(await authoritiesIn(call, caFileId)) };
    return call.write(async (tx) => {
      await updateServer(tx, call.caller, call.services.secrets, input);
      return getServer({ ...call, db: tx }, input.id);
    });
  }),
  handle(server.serverEnable, (call, input) => call.write(async (tx) => ({ count: await switchServers(tx, call.caller, input, true) }))),
  handle(server.serverDisable, (call, input) => call.write(async (tx) => ({ count: await switchServers(tx, call.caller, input, false) }))),
  handle(server.serverDrain, (call, input) => call.write(async (tx) => ({ count: await drainServers(tx, call.caller, input) }))),
  handle(server.serverRemove, (call, input) => call.write(async (tx) => ({ count: await removeServers(tx, call.caller, input) }))),
  handle(server.serverTest, (call, input) => test(call, input)),
  handle(server.serverConfirm, (call, input) =>
    call.write(async (tx) => {
      assertWholeSite(call.caller);
      if (input.undo) await undoGuard(tx, call.services.kinds, input.guardId);
      else await confirmGuard(tx, call.caller, input.guardId);
      return null;
    }),
  ),
  handle(platform.platformList, (call) => listPlatforms(call)),
  handle(platform.platformSave, (call, input) =>
    call.write(async (tx) => {
      await savePlatform(tx, call, input);
      return getPlatform(tx, input.platform);
    }),
  ),
  handle(platform.platformPublish, (call, input) => call.write((tx) => publishPlatform(tx, call, input))),
  handle(platform.platformRollback, (call, input) => call.write((tx) => rollBackPlatform(tx, call, input))),
  handle(platform.bootstrapGet, (call, input) => sendBootstrap(call, input)),
  handle(overview.serverOverview, (call) => readOverview(call)),
  handle(overview.serverNodes, (call) => {
    assertWholeSite(call.caller);
    return readRuntimeFacts(call.services);
  }),
  handle(overview.supportBundle, (call, input) => bundle(call, input)),
];
