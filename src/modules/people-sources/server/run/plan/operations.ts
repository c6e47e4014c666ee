import type { Action, Operation } from '#kit/server/change/kind.ts';
import type { ItemAction } from '../../../common/source-run.contract.ts';
import { usualExtras } from '#modules/people/server/for-sources/public.ts';
import type { PlanItem } from './plan-item.ts';

const actions: Readonly<Partial<Record<ItemAction, Action>>> = {
  add: 'create',
  update: 'change',
  link: 'change',
  move: 'move',
  enable: 'enable',
  restore: 'enable',
  disable: 'disable',
  quarantine: 'disable',
  leave: 'disable',
  delete: 'delete',
};

/** The operation of a line in the change engine; undefined when it writes nothing there (a new tie alone, or a line that does nothing). */
export function operationOf(
  item: Pick<PlanItem, 'action' | 'objectKind' | 'objectId' | 'name' | 'path' | 'before' | 'after' | 'version'>,
): Operation | undefined {
  const action = actions[item.action];
  if (!action || item.objectId === null) return undefined;
  if (action !== 'delete' && Object.keys(item.after ?? {}).length === 0) return undefined;
  // Who is new begins with the usual values of extra fields, however they come.
  const after = action === 'create' ? { ...usualExtras(item.objectKind), ...item.after } : item.after;
  return { action, id: item.objectId, name: item.name, path: item.path, before: item.before, after, version: item.version };
}
