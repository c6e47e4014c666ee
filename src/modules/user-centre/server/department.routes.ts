import { handle, type BoundRoute } from '#kit/server/handle.ts';
import * as contract from '../common/department.contract.ts';
import { previewMove } from './department.preview.ts';
import { rolesOfMove } from './role-turns.view.ts';
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

/** Operations on departments. */
export const departmentRoutes: readonly BoundRoute[] = [
  handle(contract.departmentTree, ({ db, caller }, input) => treeOf(db, caller, input)),
  handle(contract.departmentList, ({ db, caller }, input) => listDepartments(db, caller, input)),
  handle(contract.departmentGet, ({ db, caller }, input) => getDepartment(db, caller, input.id)),
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
  handle(contract.departmentRemove, (call, input) =>
    call.write(async (tx) => ({ count: await removeDepartments(tx, call.caller, input) })),
  ),
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
  handle(contract.departmentReorder, (call, input) => call.write((tx) => reorderDepartments(tx, call.caller, input))),
];
