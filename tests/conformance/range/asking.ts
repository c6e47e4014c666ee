import { nobody, type Sample, type Values } from '../samples.ts';
import type { World } from './world.ts';

/** How what lies outside is named: the usual ways. `missing`: what belongs to nobody whom one may know of is simply not there. */
export const missing = 10404;

/** Inputs that are refused. */
export const refused = (inputs: (world: World) => readonly Values[], code?: number): Sample => ({
  refused: inputs,
  ...(code !== undefined && { code }),
});
/** An input and what its answer does not show. */
export const hidden = (input: Values | ((world: World) => Values), ids: (world: World) => readonly string[], counted = true): Sample => ({
  hidden: (world) => ({ input: typeof input === 'function' ? input(world) : input, ids: ids(world), counted }),
});
/** One at `name`: outside, and an id of nobody. */
export const one = (name: string, pick: (world: World) => string, more: Values | ((world: World) => Values) = {}): Sample =>
  refused((world) => {
    const others = typeof more === 'function' ? more(world) : more;
    return [
      { ...others, [name]: pick(world) },
      { ...others, [name]: nobody },
    ];
  });
/** A list at `name`: outside alone, one bad among good, and an id of nobody. */
export const list = (name: string, pick: (side: World['outside']) => string, more: Values | ((world: World) => Values) = {}): Sample =>
  refused((world) => {
    const others = typeof more === 'function' ? more(world) : more;
    const [good, bad] = [pick(world.inside), pick(world.outside)];
    return [[bad], [good, bad], [bad, good], [good, nobody]].map((ids) => ({ ...others, [name]: ids }));
  });
/** The person and the department of one side. */
export const person = (side: World['outside']): string => side.person.id;
export const department = (side: World['outside']): string => side.department.id;
/** All of a list. */
export const page = { pageNum: 1, pageSize: 200 };

/** Deletions in the recycle bin. */
export function deletions({ inside, outside }: World): Values[] {
  return [[outside.deletion], [inside.deletion, outside.deletion], [nobody]].map((operationIds) => ({ operationIds }));
}
