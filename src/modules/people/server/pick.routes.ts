import { handle, type BoundRoute } from '#kit/server/handle.ts';
import { pickDepartments, pickEmployees } from '../common/pick.contract.ts';
import { namesOf } from './batch-get.ts';
import { treeOf } from './department/department.nodes.ts';

const mostChoices = 20;

/** What pickers on any page read. */
export const pickRoutes: readonly BoundRoute[] = [
  handle(pickEmployees, async ({ db, caller, services }, { text }) => {
    const found = await services.directory.searchPeople(db, caller.scope(), text, mostChoices);
    const named = await namesOf(db, caller, { employees: found.map(({ id }) => id), departments: [] });
    // Names come in the caller's language, but in no order: that of the search counts.
    return { employees: found.flatMap(({ id }) => named.employees.find((one) => one.id === id) ?? []) };
  }),
  handle(pickDepartments, ({ db, caller }, input) => treeOf(db, caller, input)),
];
