import { callerOfBatch } from '#kit/server/change/callers.ts';
import { linesOf as linesOfBatch, revertLines } from '#kit/server/change/revert.ts';
import { writeAudit } from '#kit/server/audit/write-audit.ts';
import { Refusal } from '#kit/server/refusal.ts';
import type { Caller } from '#kit/server/caller.ts';
import type { JobKind, Services } from '#kit/server/services.ts';
import { configPage as page } from '../common/permissions.ts';
import type { PlanCounts } from '../common/config-facts.ts';
import { applyLines, stepsOf } from './apply-lines.ts';
import { noteExport } from './area.service.ts';
import { assertAreas, exportBundle, findBundle, openBundle, uploadBundle } from './bundle.service.ts';
import { lookForDrift } from './drift.ts';
import { countLines, linesOf, printOf, type Line } from './lines.ts';
import { ended, findPlan, makeConfigPlan, requestOfPlan } from './plan.service.ts';

const title = (key: string) => ({ namespace: 'config-as-code', key: `job.${key}` });

/** Writes a bundle. */
export const configExportJob: JobKind<{ areas: string[] }, { fileId: string; bundleId: string; files: number }> = {
  kind: 'config.export',
  title: title('export'),
  code: page.button.export,
  run: async (context, { areas }) => {
    const bundle = await exportBundle(context, areas);
    await noteExport(context.services.database.db, bundle, context.services.now());
    return { fileId: bundle.file_id, bundleId: bundle.id, files: bundle.files.length };
  },
};

/** What a plan is made of, as a job keeps it: secrets sealed. */
export interface PlanPayload {
  /** An uploaded file, or a bundle that is here already. */
  fromId: string;
  isFile: boolean;
  areas: string[] | null;
  prune: boolean;
  mapping: Record<string, string>;
  /** Sealed for what is planned. */
  secrets: string | null;
}

/** Where the secrets that wait for their plan are sealed for. */
export const payloadPlace = (fromId: string) => ({ table: 'job', column: 'payload', row: fromId });

async function keptBundle(services: Services, caller: Caller, id: string): ReturnType<typeof uploadBundle> {
  const bundle = await findBundle(services.database.db, id);
  return { bundle, documents: (await openBundle(services, bundle, caller.language)).documents };
}

/** Plans a bundle. */
export const configPlanJob: JobKind<PlanPayload, { planId: string; counts: PlanCounts }> = {
  kind: 'config.plan',
  title: title('plan'),
  code: page.button.plan,
  run: async ({ services, caller }, payload) => {
    const { fromId, isFile } = payload;
    const { bundle, documents } = await (isFile ? uploadBundle(services, caller, fromId) : keptBundle(services, caller, fromId));
    assertAreas(services, caller, payload.areas ?? bundle.areas);
    const open: unknown = payload.secrets === null ? {} : JSON.parse(services.secrets.open(payload.secrets, payloadPlace(fromId)));
    const draft = { bundle, documents, areas: payload.areas ?? bundle.areas, prune: payload.prune, mapping: payload.mapping };
    const plan = await makeConfigPlan(services, caller, { ...draft, secrets: open as Record<string, string> });
    return { planId: plan.id, counts: plan.counts };
  },
};

const pieceSize = 1000;

/** Applies a plan of more operations than one transaction should hold, a thousand at a time; it halts at the first that is refused and was not in the plan. */
export const configApplyJob: JobKind<{ planId: string }, { planId: string; counts: PlanCounts }> = {
  kind: 'config.apply',
  title: title('apply'),
  code: page.button.apply,
  exclusive: () => 'config.apply',
  run: async (context, { planId }) => {
    const { services } = context;
    const { db } = services.database;
    const plan = await findPlan(db, planId);
    const batchId = plan.batch_id ?? context.jobId;
    const request = await requestOfPlan(db, services, plan, context.caller.language);
    const lines = await db.transaction().execute((tx) => linesOf({ tx, services, caller: context.caller }, request));
    // Begun again after a crash: what was done before is the same by now.
    const begun = await db.selectFrom('change_batch').select('id').where('id', '=', batchId).executeTakeFirst();
    if (!begun && printOf(lines) !== plan.print) throw new Refusal(11083, {}, { counts: countLines(lines) });
    const known = await db
      .selectFrom('config_plan_item')
      .select('path')
      .where('plan_id', '=', planId)
      .where('action', '=', 'refused')
      .execute();
    const foreseen = new Set(known.map(({ path }) => path));
    const work = stepsOf(services, lines).flatMap((step) => step.lines);
    for (let start = 0; start < work.length; start += pieceSize) {
      context.signal.throwIfAborted();
      const piece: Line[] = work.slice(start, start + pieceSize);
      await db.transaction().execute(async (tx) => {
        const caller = callerOfBatch(context.caller, 'config.apply');
        await applyLines(tx, caller, { services, lines: piece, options: { batchId, reason: plan.reason } });
        const refused = piece.find(({ action, path }) => action === 'refused' && !foreseen.has(path));
        if (refused) throw new Refusal(11083, {}, { path: refused.path });
        await writeAudit(tx, caller, { path: 'config/apply', module: 'config-as-code', code: 0, durationMs: 0, batchId });
      });
      await context.progress({ done: Math.min(start + pieceSize, work.length), total: work.length, failed: 0 });
    }
    await db.transaction().execute((tx) => ended(tx, { caller: context.caller, services }, { plan, batchId, reason: plan.reason }));
    return { planId, counts: countLines(lines) };
  },
  over: async (db, { planId }) => {
    await db
      .updateTable('config_plan')
      .set({ state: 'failed', secrets: null })
      .where('id', '=', planId)
      .where('state', '=', 'applying')
      .execute();
  },
};

/** Takes an applied plan back: the reverse order of its lines, a thousand a transaction; what was changed since stays and is counted. */
export const configUndoJob: JobKind<{ planId: string; reason: string | null }, { planId: string; reverted: number; conflicts: number }> = {
  kind: 'config.undo',
  title: title('undo'),
  code: page.button.undo,
  exclusive: () => 'config.apply',
  run: async (context, { planId, reason }) => {
    const { services } = context;
    const { db } = services.database;
    const { batch_id: batchId } = await findPlan(db, planId);
    const sums = { reverted: 0, conflicts: 0 };
    for (let before: string | undefined; batchId !== null;) {
      context.signal.throwIfAborted();
      const page = { target: { batchId }, limit: pieceSize, ...(before && { before }) };
      const lines = await db.transaction().execute(async (tx) => {
        const caller = callerOfBatch(context.caller, 'config.undo');
        const found = await linesOfBatch(tx, caller, services.kinds, page);
        const options = { reason, batchId: context.jobId, revertOf: batchId };
        const done = await revertLines(tx, caller, { kinds: services.kinds, lines: found }, options);
        sums.reverted += done.reverted;
        sums.conflicts += done.conflicts.filter(({ conflict }) => conflict?.reason !== 'reverted').length;
        const facts = { path: 'config/undo', module: 'config-as-code', code: 0, durationMs: 0, batchId: context.jobId };
        if (caller.touched.length > 0) await writeAudit(tx, caller, facts);
        return found;
      });
      before = lines.at(-1)?.id;
      if (lines.length < pieceSize) break;
    }
    await db.updateTable('config_plan').set({ state: 'undone' }).where('id', '=', planId).execute();
    return { planId, ...sums };
  },
};

/** Looks for drift. */
export const configDriftJob: JobKind<{ areas: string[] }, { drift: Record<string, number> }> = {
  kind: 'config.drift',
  title: title('drift'),
  code: page.button.checkDrift,
  run: async (context, { areas }) => {
    const drift: Record<string, number> = {};
    for (const [at, area] of areas.entries()) {
      context.signal.throwIfAborted();
      const found = await lookForDrift(context.services, area);
      if (found !== undefined) drift[area] = found;
      await context.progress({ done: at + 1, total: areas.length, failed: 0 });
    }
    return { drift };
  },
};
