import type { Parsed } from '#kit/common/contract.ts';
import type { Kind } from '#kit/server/change/kind.ts';
import { addNode, removeNodes, reorderNodes, resetNodes, updateNode } from '#kit/server/access/resources/resource.service.ts';
import { handle, type BoundRoute } from '#kit/server/handle.ts';
import * as contract from '../common/resource.contract.ts';
import { resourceExportJob } from './resource.export.job.ts';
import { findResource, nodeById, readTree } from './resource.query.ts';

/** Where a page of one's own leads: the frame with the address. */
const routeOf = (target: string): string => `/iframe?address=${encodeURIComponent(target)}`;

/** Operations on the permission tree. */
export const resourceRoutes = (kind: Kind): readonly BoundRoute[] => [
  handle(contract.resourceTree, (call, input) => readTree(call, input)),
  handle(contract.resourceFind, (call, input) => findResource(call, input, call.services.operations)),
  handle(contract.resourceSave, (call, { target, ...draft }: Parsed<typeof contract.resourceSave>) =>
    call.write(async (tx) => ({ id: await addNode(tx, call.caller, kind, { ...draft, route: target === null ? null : routeOf(target) }) })),
  ),
  handle(contract.resourceUpdate, async (call, { target, ...change }) => {
    await call.write((tx) => updateNode(tx, call.caller, kind, { ...change, ...(target !== undefined && { route: routeOf(target) }) }));
    return nodeById(call, change.id);
  }),
  handle(contract.resourceReset, (call, input) =>
    call.write(async (tx) => ({ count: await resetNodes(tx, call.caller, kind, input.ids) })),
  ),
  handle(contract.resourceRemove, (call, input) =>
    call.write(async (tx) => ({ count: await removeNodes(tx, call.caller, kind, input.ids) })),
  ),
  handle(contract.resourceExport, (call, input) =>
    call.write(async (tx) => ({ jobId: await call.services.jobs.start(tx, call.caller, resourceExportJob, input) })),
  ),
  handle(contract.resourceReorder, (call, input) =>
    call.write(async (tx) => {
      await reorderNodes(tx, call.caller, kind, input);
      return null;
    }),
  ),
];
