import { sql } from 'kysely';
import { pathInRange } from '#kit/server/caller.ts';
import { notFound } from '#kit/server/refusal.ts';
import { nameIn } from '#modules/people/server/public.ts';
import type { TreeAnswer } from '../../common/terminal.contract.ts';
import { isUnder } from '../rule/book.ts';
import type { Span, Viewer } from '../rule/compile.ts';
import { keptOut, ofStatus, placements, seesEverybody } from '../rule/visible.ts';
import type { Eye } from './eye.ts';
import { assertMay } from './refuse.ts';

interface Child {
  id: string;
  parentId: string | null;
  name: string;
  path: string;
}

interface Count {
  total: number;
  direct: number;
  /** Whether anybody is seen below, and not in the department itself alone. */
  below: boolean;
}

const nobodyThere: Count = { total: 0, direct: 0, below: false };

/** A level of the tree as a viewer sees it; without a parent the top. */
export async function treeLevel(eye: Eye, { parentId }: { parentId?: string | undefined }): Promise<TreeAnswer> {
  const { viewer } = eye;
  const { config } = viewer.book;
  await assertMay(eye, 'dept.browse');
  if (!config.directoryOn || !config.treeOn) return { nodes: [] };
  const children = await childrenOf(eye, parentId);
  const counts = await countChildren(eye, children);
  const showCount = config.showCounts !== 'none' && viewer.functions.has('dept.counts');
  const nodes = children.flatMap(({ path, ...node }) => {
    const count = counts.get(node.id) ?? nobodyThere;
    const inRange = viewer.parts.some((part) => covers(part.tree, path)) || viewer.white !== undefined;
    if (count.total === 0 && !(config.showEmptyDepts && inRange)) return [];
    const drawn = !eye.preview || pathInRange(eye.preview.range, path);
    const leads = eye.preview && !drawn && !eye.preview.range.all && eye.preview.range.paths.some((top) => isUnder(top, path));
    if (!drawn && !leads) return [];
    const nameOnly = !drawn || (count.direct === 0 && !inRange);
    const number = config.showCounts === 'direct' ? count.direct : count.total;
    return [{ ...node, nameOnly, hasChildren: count.below, count: showCount && drawn ? number : null }];
  });
  // Who asks below something that is not there for them learns nothing.
  if (parentId !== undefined && nodes.length === 0 && (await isHidden(eye, parentId))) throw notFound();
  return { nodes };
}

async function childrenOf({ db, language }: Eye, parentId: string | undefined): Promise<Child[]> {
  const where = parentId === undefined ? sql`d.parent_id is null` : sql`d.parent_id = ${parentId}::uuid`;
  const { rows } =
    await sql<Child>`select d.id, d.parent_id as "parentId", ${nameIn(language)} as name, d.path::text as path from department d
    where ${where} order by d.order_no, d.id`.execute(db);
  return rows;
}

/** Names of those of these departments that are there for a viewer, by id. */
export async function departmentsSeen(eye: Eye, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<Child>`select id, parent_id as "parentId", ${nameIn(eye.language, 'd')} as name, path::text as path
    from department d where id = any(${[...new Set(ids)]}::uuid[])`.execute(eye.db);
  const counts = await countChildren(eye, rows);
  const { viewer, preview } = eye;
  const isThere = ({ id, path }: Child): boolean =>
    (counts.get(id)?.total ?? 0) > 0 ||
    (viewer.book.config.showEmptyDepts && (viewer.white !== undefined || viewer.parts.some((part) => covers(part.tree, path))));
  const seen = rows.filter((one) => isThere(one) && (!preview || pathInRange(preview.range, one.path)));
  return new Map(seen.map(({ id, name }) => [id, name]));
}

/** Whether a department is not there for a viewer. */
export async function isHidden(eye: Eye, departmentId: string): Promise<boolean> {
  const { rows } =
    await sql<Child>`select id, parent_id as "parentId", '' as name, path::text as path from department where id = ${departmentId}::uuid`.execute(
      eye.db,
    );
  const [one] = rows;
  if (!one) return true;
  if (eye.viewer.book.config.showEmptyDepts && eye.viewer.parts.some((part) => covers(part.tree, one.path))) return false;
  return ((await countChildren(eye, [one])).get(one.id)?.total ?? 0) === 0;
}

/** Whether a department with all below it lies in a range, and nothing is taken away there. */
function covers({ gives, takes }: Span, path: string): boolean {
  const given = gives.all || gives.under.some((top) => isUnder(path, top)) || gives.at.includes(path);
  return given && !takes.all && !takes.under.some((top) => isUnder(path, top)) && !takes.at.includes(path);
}

/** Whether everybody at and below a path is seen, as far as ranges go. */
function isWhole(viewer: Viewer, path: string): boolean {
  if (seesEverybody(viewer, 'tree')) return true;
  return viewer.parts.some(({ tree: { gives, takes } }) => {
    const under = gives.all || gives.under.some((top) => isUnder(path, top));
    const taken = takes.people.length > 0 || takes.crowds.length > 0 || takes.line || takes.all;
    return under && !taken && ![...takes.under, ...takes.at].some((other) => isUnder(other, path) || isUnder(path, other));
  });
}

/** How many people a viewer sees at and below departments, each once: from kept numbers where ranges leave nobody out, else counted. */
async function countChildren(eye: Eye, children: readonly Child[]): Promise<Map<string, Count>> {
  const whole = children.filter(({ path }) => isWhole(eye.viewer, path));
  const rest = children.filter(({ path }) => !isWhole(eye.viewer, path));
  return new Map([...(await keptCounts(eye, whole)), ...(await counted(eye, rest))]);
}

interface Numbers {
  id: string;
  total: number;
  direct: number;
  /** Placements below, and not in the department itself. */
  under: number;
}

async function keptCounts(eye: Eye, children: readonly Child[]): Promise<[string, Count][]> {
  if (children.length === 0) return [];
  const ids = children.map(({ id }) => id);
  const { rows } = await sql<Numbers>`
    with node as materialized (select id, path from department where id = any(${ids}::uuid[])),
    place as materialized (select p.department_id as id, sum(p.people) as people, sum(p.people - p.overlap) as here from department_people p where ${ofStatus(eye.viewer, 'p')} group by 1)
    select node.id, coalesce(sum(place.here), 0)::bigint as total, coalesce(sum(place.people) filter (where place.id = node.id), 0)::bigint as direct,
      coalesce(sum(place.people) filter (where place.id <> node.id), 0)::bigint as under
    from node join department d on d.path <@ node.path join place on place.id = d.id group by node.id`.execute(eye.db);
  const hidden = await hiddenIn(eye, ids);
  return rows.map(({ id, total, direct, under }) => {
    const less = hidden.get(id) ?? { total: 0, direct: 0, under: 0 };
    return [id, { total: total - less.total, direct: direct - less.direct, below: under > less.under }];
  });
}

/** Whom special rules keep out of the tree, in the same numbers. */
async function hiddenIn({ db, viewer }: Eye, ids: readonly string[]): Promise<Map<string, Numbers>> {
  const hidden = keptOut(viewer, 'tree');
  if (!hidden) return new Map();
  const { rows } =
    await sql<Numbers>`with h as materialized (select h.id from (${hidden}) as h join employee e on e.id = h.id where ${ofStatus(viewer, 'e')})
    select c.id, count(distinct ed.employee_id) as total, count(*) filter (where d.id = c.id) as direct, count(*) filter (where d.id <> c.id) as under
    from h join employee_department ed on ed.employee_id = h.id join department d on d.id = ed.department_id join department c on d.path <@ c.path
    where c.id = any(${ids}::uuid[]) group by c.id`.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}

/** People whom a viewer sees below these departments, counted one by one. */
async function counted({ db, viewer }: Eye, children: readonly Child[]): Promise<[string, Count][]> {
  if (children.length === 0) return [];
  const hidden = keptOut(viewer, 'tree');
  const shown = hidden ? sql`and p.employee_id not in (${hidden})` : sql``;
  const seen = placements(
    viewer,
    'tree',
    children.map(({ path }) => path),
  );
  const { rows } = await sql<Count & { id: string }>`with seen as materialized (
      select p.employee_id, p.department_id, p.path from (${seen}) as p join employee e on e.id = p.employee_id where ${ofStatus(viewer, 'e')} ${shown})
    select c.id, count(distinct seen.employee_id) as total, count(*) filter (where seen.department_id = c.id) as direct,
      bool_or(seen.department_id <> c.id) as below
    from department c join seen on seen.path <@ c.path where c.id = any(${children.map(({ id }) => id)}::uuid[]) group by c.id`.execute(db);
  return rows.map(({ id, ...count }) => [id, count]);
}
