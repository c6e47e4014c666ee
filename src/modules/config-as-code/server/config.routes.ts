import { findFile, takeFile } from '#kit/server/files/files.ts';
import { handle, type BoundRoute, type Call } from '#kit/server/handle.ts';
import { wrongState } from '#kit/server/refusal.ts';
import * as contract from '../common/config.contract.ts';
import type { Parsed } from '#kit/common/contract.ts';
import { applyConfigPlan } from './apply.service.ts';
import { getArea, listAreas, lockArea, unlockArea } from './area.service.ts';
import { assertAreas, findBundle } from './bundle.service.ts';
import { configDriftJob, configExportJob, configPlanJob, configUndoJob, payloadPlace } from './config.jobs.ts';
import { bundleView, driftOf, getPlan, listBundles, listItems, listPlans } from './config.query.ts';
import { assertWholeSite } from './whole-site.ts';
import { discardConfigPlan, findPlan } from './plan.service.ts';
import { openSecretFile } from './secret-file.ts';

async function startPlan(call: Call, input: Parsed<typeof contract.configPlan>): Promise<{ jobId: string }> {
  const { caller, db, services } = call;
  const secrets = input.secretFile === undefined ? {} : await openSecretFile(input.secretFile, input.passphrase ?? '');
  const from =
    input.bundleId === undefined
      ? await findFile(db, caller.uid, input.fileId ?? '', services.now())
      : await findBundle(db, input.bundleId);
  if (input.areas) assertAreas(services, caller, input.areas);
  caller.touch({ kind: 'configBundle', id: from.id, name: from.name });
  const sealed = Object.keys(secrets).length > 0 ? services.secrets.seal(JSON.stringify(secrets), payloadPlace(from.id)) : null;
  const { prune, mapping } = input;
  const payload = { fromId: from.id, isFile: input.bundleId === undefined, areas: input.areas ?? null, prune, mapping, secrets: sealed };
  return call.write(async (tx) => {
    // A plan lives a day, and its bundle stays as the history of what was applied.
    if (payload.isFile) await takeFile(tx, from.id);
    return { jobId: await services.jobs.start(tx, caller, configPlanJob, payload) };
  });
}

type Asked = Pick<Parsed<typeof contract.areaList>, 'text' | 'managedBy' | 'drifted'>;

const isAsked = ({ title, area, managedBy, drift }: contract.AreaRow, asked: Asked): boolean =>
  (!asked.text || [title, area].some((word) => word.toLowerCase().includes(asked.text!.toLowerCase()))) &&
  (asked.managedBy === undefined || asked.managedBy === managedBy) &&
  (asked.drifted === undefined || asked.drifted === drift > 0);

const reads: readonly BoundRoute[] = [
  handle(contract.areaList, async ({ db, services, caller }, { pageNum, pageSize, ...asked }) => {
    assertWholeSite(caller);
    const list = (await listAreas(db, services, caller)).filter((row) => isAsked(row, asked));
    const start = (pageNum - 1) * pageSize;
    return { list: list.slice(start, start + pageSize), total: list.length, pages: Math.ceil(list.length / pageSize) };
  }),
  handle(contract.areaDrift, ({ db, caller }, { area }) => {
    assertWholeSite(caller);
    return driftOf(db, area);
  }),
  handle(contract.bundleList, (call, input) => {
    assertWholeSite(call.caller);
    return listBundles(call, input);
  }),
  handle(contract.bundleGet, async ({ db, caller }, { id }) => {
    assertWholeSite(caller);
    const bundle = await findBundle(db, id);
    return { ...bundleView(bundle, caller), files: bundle.files };
  }),
  handle(contract.planList, ({ db, caller }, input) => {
    assertWholeSite(caller);
    return listPlans(db, input);
  }),
  handle(contract.planGet, ({ db, caller }, { id }) => {
    assertWholeSite(caller);
    return getPlan(db, id);
  }),
  handle(contract.planItems, (call, input) => {
    assertWholeSite(call.caller);
    return listItems(call, input);
  }),
];

/** The calls of the configuration as text. */
export const configRoutes: readonly BoundRoute[] = [
  ...reads,
  handle(contract.configExport, (call, { areas }) => {
    assertWholeSite(call.caller);
    assertAreas(call.services, call.caller, areas);
    call.caller.note({ areas });
    return call.write(async (tx) => ({ jobId: await call.services.jobs.start(tx, call.caller, configExportJob, { areas }) }));
  }),
  handle(contract.configPlan, (call, input) => {
    assertWholeSite(call.caller);
    return startPlan(call, input);
  }),
  handle(contract.configApply, (call, input) => {
    assertWholeSite(call.caller);
    return call.write((tx) => applyConfigPlan(tx, call, input));
  }),
  handle(contract.configDiscard, async (call, { planId }) => {
    assertWholeSite(call.caller);
    await call.write((tx) => discardConfigPlan(tx, call.caller, planId));
    return null;
  }),
  handle(contract.configUndo, (call, { planId, reason }) => {
    assertWholeSite(call.caller);
    return call.write(async (tx) => {
      const plan = await findPlan(tx, planId, true);
      if (plan.state !== 'applied' || plan.batch_id === null) throw wrongState(plan.state);
      call.caller.touch({ kind: 'configPlan', id: plan.id, name: plan.areas.join(', ') });
      return { jobId: await call.services.jobs.start(tx, call.caller, configUndoJob, { planId, reason: reason ?? null }) };
    });
  }),
  handle(contract.configDrift, (call, { areas }) => {
    assertWholeSite(call.caller);
    assertAreas(call.services, call.caller, areas);
    call.caller.note({ areas });
    return call.write(async (tx) => ({ jobId: await call.services.jobs.start(tx, call.caller, configDriftJob, { areas }) }));
  }),
  handle(contract.areaLock, (call, input) => {
    assertWholeSite(call.caller);
    return call.write(async (tx) => {
      await lockArea(tx, call, input);
      return getArea(tx, call.services, call.caller, input.area);
    });
  }),
  handle(contract.areaUnlock, (call, input) => {
    assertWholeSite(call.caller);
    return call.write(async (tx) => {
      await unlockArea(tx, call, input);
      return getArea(tx, call.services, call.caller, input.area);
    });
  }),
];
