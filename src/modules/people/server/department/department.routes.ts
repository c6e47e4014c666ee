import type { Parsed } from '#kit/common/contract.ts';
import { pathInRange } from '#kit/server/caller.ts';
import { notFound, outOfRange } from '#kit/server/refusal.ts';
import { usesOfDepartments } from '#kit/server/change/replace-departments.ts';
import { handle, type BoundRoute, type Call } from '#kit/server/handle.ts';
import * as contract from '../../common/department.contract.ts';
import { departmentExport } from '../../common/department-files.contract.ts';
import * as mergeContract from '../../common/department-merge.contract.ts';
import { mergeJob } from './department.merge.job.ts';
import { planMerge } from './department.merge.plan.ts';
import { assertMergeable, previewMerge } from './department.merge.preview.ts';
import { departmentExportJob } from './department.export.job.ts';
import { departmentPaths } from './department.tree.ts';
import { departmentKind, departmentNamesOf } from './department.kind.ts';
import { previewMove } from './department.preview.ts';
import { rolesOfMove } from '../role-turns/role-turns.view.ts';
import { treeOf } from './department.nodes.ts';
import { getDepartment, listDepartments } from './department.query.ts';
import {
  addDepartment,
  moveDepartment,
  removeDepartments,
  reorderDepartments,
  switchDepartments,
  updateDepartment,
} from './department.service.ts';

/** Begins a merge that nothing stands against. */
async function startMerge(call: Call, input: Parsed<typeof mergeContract.departmentMerge>): Promise<{ jobId: string }> {
  const { caller, db } = call;
  await assertMergeable(call, await planMerge(db, caller, input));
  return call.write(async (tx) => {
    const states = await departmentKind.read(tx, [...input.sourceIds, input.targetId], false);
    for (const id of [...input.sourceIds, input.targetId]) {
      const state = states.get(id);
      if (state) caller.touch({ kind: departmentKind.kind, id, name: state.name, path: state.path });
    }
    const name = departmentNamesOf(states.get(input.targetId)?.fields['name']);
    const payload = { ...input, name, confirmedAt: caller.confirmedAt };
    return { jobId: await call.services.jobs.start(tx, caller, mergeJob, payload) };
  });
}

/** Refuses with 10404 or 10910 what the caller does not see. */
async function assertDepartments({ db, caller }: Call, ids: readonly string[]): Promise<void> {
  const range = caller.scope();
  const paths = await departmentPaths(db, ids);
  if (ids.every((id) => paths.has(id) && pathInRange(range, paths.get(id)!))) return;
  throw range.all ? notFound() : outOfRange();
}

/** Operations on departments. */
export const departmentRoutes: readonly BoundRoute[] = [
  handle(contract.departmentTree, ({ db, caller }, input) => treeOf(db, caller, input)),
  handle(contract.departmentList, ({ db, caller }, input) => listDepartments(db, caller, input)),
  handle(contract.departmentGet, async (call, input) => ({
    ...(await getDepartment(call.db, call.caller, input.id)),
    usedBy: await usesOfDepartments(call.db, call, [input.id]),
  })),
  handle(contract.departmentAdd, (call, input) => call.write((tx) => addDepartment(tx, call.caller, input))),
  handle(contract.departmentUpdate, (call, input) =>
    call.write(async (tx) => {
      await updateDepartment(tx, call.caller, input);
      return getDepartment(tx, call.caller, input.id);
    }),
  ),
  handle(contract.departmentEnable, (call, input) =>
    call.write(async (tx) => ({ count: await switchDepartments(tx, call.caller, { ...input, enabled: true }) })),
  ),
  handle(contract.departmentDisable, (call, input) =>
    call.write(async (tx) => ({ count: await switchDepartments(tx, call.caller, { ...input, enabled: false }) })),
  ),
  handle(contract.departmentRemove, (call, input) => call.write(async (tx) => ({ count: await removeDepartments(tx, call, input) }))),
  handle(contract.departmentMovePreview, async (call, input) => ({
    ...(await previewMove(call.db, call.caller, input)),
    roles: await rolesOfMove(call, input),
  })),
  handle(contract.departmentMove, (call, input) =>
    call.write(async (tx) => {
      await moveDepartment(tx, call.caller, input);
      return getDepartment(tx, call.caller, input.id);
    }),
  ),
  handle(mergeContract.departmentMergePreview, (call, input) => previewMerge(call, input)),
  handle(mergeContract.departmentMerge, startMerge),
  handle(departmentExport, async (call, input) => {
    call.caller.scope();
    if (input.ids) await assertDepartments(call, input.ids);
    return call.write(async (tx) => ({ jobId: await call.services.jobs.start(tx, call.caller, departmentExportJob, input) }));
  }),
  handle(contract.departmentReorder, (call, input) => call.write((tx) => reorderDepartments(tx, call.caller, input))),
];
