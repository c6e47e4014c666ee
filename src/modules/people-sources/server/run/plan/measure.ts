import type { State } from '#kit/server/change/kind.ts';
import type { Tx } from '#kit/server/directory.ts';
import { administratorsAmong, primaryOf, roleImpact } from '#modules/people/server/for-sources/public.ts';
import { departmentPaths } from '#modules/people/server/public.ts';
import { operationOf } from './operations.ts';
import { losesSignIn } from './person-item.ts';
import { acting, addImpact, type PlanContext } from './plan-context.ts';
import type { PlanItem } from './plan-item.ts';

/** What the lines do beyond themselves: administrators, roles, who loses sign-in, whose place and names change. */
export async function measure(plan: PlanContext, tx: Tx, items: PlanItem[], states: readonly (State | undefined)[]): Promise<void> {
  const { sums } = plan;
  const lines = acting(items);
  const touched = lines.filter(({ action }) => action !== 'add' && action !== 'link');
  const administrators =
    touched.length === 0
      ? new Set<string>()
      : await administratorsAmong(
          tx,
          touched.map(({ objectId }) => objectId!),
        );
  for (const [at, item] of items.entries()) {
    const state = states[at];
    if (item.objectId !== null && administrators.has(item.objectId)) item.administrator = true;
    if (!state || item.state !== 'planned') continue;
    const { before, after } = item;
    if (losesSignIn(item)) {
      sums.lose += 1;
      if (item.administrator) sums.administrators += 1;
    }
    if (after && 'assignments' in after && primaryOf(before) !== primaryOf(after)) sums.moved += 1;
    if (['account', 'email', 'employeeNo'].some((field) => after && field in after && before?.[field] != null)) sums.renamed += 1;
  }
  const operations = lines.flatMap((item) => operationOf(item) ?? []);
  if (operations.length > 0) addImpact(plan, await roleImpact(tx, operations));
  await fillPaths(plan, tx, items);
}

/** Where new people will be, for the range of their history; null in departments that the plan makes. */
async function fillPaths(plan: PlanContext, tx: Tx, items: PlanItem[]): Promise<void> {
  const added = items.filter(({ action, path }) => action === 'add' && path === null);
  const paths = await departmentPaths(
    tx,
    added.flatMap(({ after }) => primaryOf(after) ?? []),
  );
  for (const item of added) item.path = paths.get(primaryOf(item.after) ?? '') ?? plan.root.path;
}
