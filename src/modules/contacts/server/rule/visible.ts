import { sql, type RawBuilder } from 'kysely';
import { greyStatuses, type Members } from './book.ts';
import { isNobody, type Coverage, type Part, type Span, type Viewer } from './compile.ts';

/** The tree, or the search. */
export type Face = 'tree' | 'search';
type Condition = RawBuilder<boolean>;
type Query = RawBuilder<{ employee_id: string }>;

const any = (conditions: readonly Condition[]): Condition =>
  conditions.length === 0 ? sql<boolean>`false` : sql<boolean>`(${sql.join(conditions, sql` or `)})`;

/** Whether no range limits a viewer: what remains are special rules and the status of people. */
export function seesEverybody(viewer: Viewer, face: Face): boolean {
  return viewer.white !== undefined || viewer.parts.some((part) => part[face].gives.all && isNobody(part[face].takes));
}

/** SQL query of everybody in the reporting line of a viewer: managers above and reports below. */
function lineOf({ person }: Viewer): Query {
  if (person.below) return sql<{ employee_id: string }>`select unnest(${[...person.managers, ...person.below]}::uuid[]) as employee_id`;
  return sql<{ employee_id: string }>`select unnest(${person.managers}::uuid[]) as employee_id union all
    (with recursive below as (select e.id from employee e where e.manager_id = ${person.id}::uuid
      union select e.id from below join employee e on e.manager_id = below.id) select id from below)`;
}

function inLineSql(viewer: Viewer): Condition {
  const { below, managers } = viewer.person;
  return below
    ? sql<boolean>`ed.employee_id = any(${[...managers, ...below]}::uuid[])`
    : sql<boolean>`ed.employee_id in (${lineOf(viewer)})`;
}

/** SQL condition: a placement `ed` in the department `d` lies in departments of a coverage. */
function inDepartments({ all, under, at }: Coverage): Condition[] {
  if (all) return [sql<boolean>`true`];
  return [
    ...(under.length > 0 ? [sql<boolean>`d.path <@ any(${under}::ltree[])`] : []),
    ...(at.length > 0 ? [sql<boolean>`d.path = any(${at}::ltree[])`] : []),
  ];
}

/** SQL condition: the person of a placement `ed` is named by a coverage otherwise than by department. */
function inPeople(viewer: Viewer, { people, crowds, line }: Coverage): Condition[] {
  return [
    ...(people.length > 0 ? [sql<boolean>`ed.employee_id = any(${people}::uuid[])`] : []),
    ...(crowds.length > 0
      ? [sql<boolean>`ed.employee_id in (select cm.employee_id from crowd_member cm where cm.crowd_id = any(${crowds}::uuid[]))`]
      : []),
    ...(line ? [inLineSql(viewer)] : []),
  ];
}

/** SQL conditions on a placement `ed` in `d`. Where one of them holds the viewer sees the person there as far as ranges go. Each can be read by itself. */
function conditionsOf(viewer: Viewer, face: Face): Condition[] {
  const own: Coverage = {
    all: false,
    under: [],
    at: [],
    crowds: [],
    people: [viewer.person.id],
    line: viewer.book.config.reportingLineAlways,
  };
  return [...viewer.parts.map((part: Part) => part[face]).flatMap((span) => spanned(viewer, span)), ...inPeople(viewer, own)];
}

function spanned(viewer: Viewer, { gives, takes }: Span): Condition[] {
  const taken = [...inDepartments(takes), ...inPeople(viewer, takes)];
  const given = [...inDepartments(gives), ...inPeople(viewer, gives)];
  return taken.length === 0 ? given : given.map((one) => sql<boolean>`(${one} and not ${any(taken)})`);
}

/** SQL query of placements (`employee_id`, `department_id`, `path`) that ranges show a viewer, each once; `within`: only below these paths. */
export function placements(viewer: Viewer, face: Face, within?: readonly string[]): RawBuilder<unknown> {
  const inside = within ? sql<boolean>`d.path <@ any(${within}::ltree[])` : sql<boolean>`true`;
  const conditions = seesEverybody(viewer, face) ? [sql<boolean>`true`] : conditionsOf(viewer, face);
  // A union and no OR: each part is read from its own side.
  const parts = conditions.map(
    (
      condition,
    ) => sql`select ed.employee_id, ed.department_id, d.path from employee_department ed join department d on d.id = ed.department_id
      where ${inside} and ${condition}`,
  );
  return sql`${sql.join(parts, sql` union `)}`;
}

/** SQL query of the people whom these members mean. */
function membersQuery(viewer: Viewer, { employees, departments, crowds }: Members): RawBuilder<unknown>[] {
  const paths = [...departments.keys()].flatMap((id) => viewer.book.paths.get(id) ?? []);
  return [
    ...(employees.size > 0 ? [sql`select unnest(${[...employees.keys()]}::uuid[]) as id`] : []),
    ...(paths.length > 0
      ? [
          sql`select ed.employee_id as id from department d join employee_department ed on ed.department_id = d.id where d.path <@ any(${paths}::ltree[])`,
        ]
      : []),
    ...(crowds.size > 0
      ? [sql`select cm.employee_id as id from crowd_member cm where cm.crowd_id = any(${[...crowds.keys()]}::uuid[])`]
      : []),
  ];
}

/** SQL query of the people whom special rules keep out of the tree or the search of a viewer; undefined where there are none. */
export function keptOut(viewer: Viewer, face: Face): RawBuilder<{ id: string }> | undefined {
  if (viewer.white?.includeHidden) return undefined;
  const modes = face === 'tree' && !viewer.white ? ['hidden', 'searchOnly'] : ['hidden'];
  const rules = viewer.specials.flatMap(({ rule, exception, within }) => (exception || within ? [] : [rule]));
  const last = rules.findLastIndex(({ mode }) => modes.includes(mode));
  const held = rules
    .slice(0, last + 1)
    .flatMap((rule, at) =>
      membersQuery(viewer, rule.belongs).map(
        (query) => sql`select id, ${at}::int as place, ${rule.mode}::text as mode from (${query}) as held`,
      ),
    );
  if (held.length === 0) return undefined;
  const line = viewer.book.config.reportingLineAlways ? sql`and id not in (${lineOf(viewer)})` : sql``;
  // The first rule that holds somebody decides, whatever the others say.
  return sql<{
    id: string;
  }>`select id from (select distinct on (id) id, mode from (${sql.join(held, sql` union all `)}) as rules order by id, place) as first
    where mode = any(${modes}) and id <> ${viewer.person.id}::uuid ${line}`;
}

/** SQL condition on the status of a person `alias`, or of people who are counted. */
export function ofStatus({ book }: Viewer, alias: string): Condition {
  const status = sql.ref(`${alias}.status`);
  // Written out, as an index may know it.
  return book.config.showDisabled
    ? sql<boolean>`${status} in (${sql.join(['active', ...greyStatuses].map((one) => sql.lit(one)))})`
    : sql<boolean>`${status} = 'active'`;
}

/** SQL condition: the person in this column is seen by a viewer in the tree, or found by search; the status is asked beside it. */
export function isSeenSql(viewer: Viewer, face: Face, column: string): Condition {
  const hidden = keptOut(viewer, face);
  const shown = hidden ? sql<boolean>`and ${sql.ref(column)} not in (${hidden})` : sql``;
  return sql<boolean>`(${inRanges(viewer, face, column)} ${shown})`;
}

function inRanges(viewer: Viewer, face: Face, column: string): Condition {
  if (seesEverybody(viewer, face)) return sql<boolean>`true`;
  const conditions = conditionsOf(viewer, face);
  const isWide = viewer.parts.some((part) => part[face].gives.all);
  // Who sees nearly everybody is asked person by person; for the others the database may begin with what they see.
  if (isWide)
    return sql<boolean>`exists (select from employee_department ed join department d on d.id = ed.department_id
      where ed.employee_id = ${sql.ref(column)} and ${any(conditions)})`;
  const parts = conditions.map(
    (condition) => sql`select ed.employee_id from department d join employee_department ed on ed.department_id = d.id where ${condition}`,
  );
  return sql<boolean>`${sql.ref(column)} in (${sql.join(parts, sql` union all `)})`;
}

/** SQL query of the ids of everybody whom a viewer sees in the tree or finds by search. */
export function everybodySeen(viewer: Viewer): RawBuilder<{ id: string }> {
  return sql<{
    id: string;
  }>`select e.id from employee e where ${ofStatus(viewer, 'e')} and (${isSeenSql(viewer, 'tree', 'e.id')} or ${isSeenSql(viewer, 'search', 'e.id')})`;
}
