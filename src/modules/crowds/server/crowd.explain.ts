import { sql, type RawBuilder } from 'kysely';
import type { Parsed, Reply } from '#kit/common/contract.ts';
import type { Language } from '#kit/common/language.ts';
import type { Range } from '#kit/server/caller.ts';
import type { Call } from '#kit/server/handle.ts';
import { outsideWord } from '#kit/server/outside-word.ts';
import { notFound, outOfRange } from '#kit/server/refusal.ts';
import { isGroup, type CrowdClause, type CrowdConditions, type CrowdNode } from '../common/crowd-conditions.ts';
import type { crowdExplain } from '../common/crowd-people.contract.ts';
import { departmentInRange, employeeInRange, nameIn, nameWithin } from '#modules/people/server/public.ts';
import { neededField } from './crowd.extras.ts';
import { findCrowd } from './crowd.query.ts';
import { underSql, statusWanted } from './members.sql.ts';
import { momentOf, nodeSql, type RuleMoment } from './rule.sql.ts';

type Explained = Reply<typeof crowdExplain>;

/** A part of a rule with its place, and what it comes to for one person. */
interface Judged {
  node: CrowdNode;
  place: string;
  result: boolean;
}

interface Seen {
  under: boolean;
  statusFits: boolean;
  member: 'rule' | 'include' | null;
}

/** Why somebody is in a crowd or not: what settles it, and each part of the rule with the value seen. */
export async function explainCrowd(call: Call, { crowdId, empId }: Parsed<typeof crowdExplain>): Promise<Explained> {
  const { db, services, caller } = call;
  const crowd = await findCrowd(call, crowdId);
  const { rows } =
    await sql<Seen>`select ${underSql(crowd.owner_dept_id)} as under, ${statusWanted({ conditions: crowd.conditions, withDisabled: crowd.with_disabled })} as "statusFits",
      (select by from crowd_member m where m.crowd_id = ${crowdId}::uuid and m.employee_id = e.id) as member
    from employee e where e.id = ${empId}::uuid and ${services.directory.employeeInRange(caller.scope(), 'e.id')}`.execute(db);
  const seen = rows[0];
  if (!seen) throw caller.scope().all ? notFound() : outOfRange();
  const judged = crowd.conditions ? await judge(call, crowd.conditions, empId, momentOf(services.now())) : [];
  const rule = judged[0]?.result ?? false;
  const isNamed = crowd.includes.includes(empId);
  const barred = crowd.excludes.includes(empId) ? 'exclude' : !seen.under ? 'department' : !seen.statusFits ? 'status' : undefined;
  return {
    member: seen.member !== null,
    by: barred ?? (isNamed ? 'include' : crowd.kind === 'fixed' ? 'fixed' : 'rule'),
    wanted: barred === undefined && (isNamed || rule),
    clauses: await shown(call, judged, empId),
  };
}

/** Every part of a rule in order, the whole first. Clauses are asked of the database in one reading, by the very words that find the members. */
async function judge(call: Call, rule: CrowdConditions, empId: string, moment: RuleMoment): Promise<Judged[]> {
  const parts = partsOf(rule, '');
  const asked = parts.map(({ node }, at) => sql`${nodeSql(node, moment)} as ${sql.ref(`r${at}`)}`);
  const { rows } = await sql<Record<string, boolean>>`select ${sql.join(asked)} from employee e where e.id = ${empId}::uuid`.execute(
    call.db,
  );
  return parts.map((part, at) => ({ ...part, result: rows[0]?.[`r${at}`] === true }));
}

const partsOf = (node: CrowdNode, place: string): { node: CrowdNode; place: string }[] => [
  { node, place },
  ...(isGroup(node) ? node.of.flatMap((one, at) => partsOf(one, `${place}${place === '' ? '' : '.'}of.${at}`)) : []),
];

async function shown(call: Call, judged: readonly Judged[], empId: string): Promise<Explained['clauses']> {
  const results = new Map(judged.map(({ place, result }) => [place, result]));
  const decisive = decisiveIn(judged, results);
  const values = await valuesSeen(call, judged, empId);
  return judged.map(({ place, result }) => ({ place, result, value: values.get(place) ?? null, decisive: decisive.has(place) }));
}

/** Parts by which the whole came out as it did: with any one of them alone otherwise, so would be the part above it. */
function decisiveIn(judged: readonly Judged[], results: ReadonlyMap<string, boolean>): Set<string> {
  const found = new Set<string>();
  const visit = (node: CrowdNode, place: string): void => {
    found.add(place);
    if (!isGroup(node)) return;
    const result = results.get(place) === true;
    // `all` that holds needs each; one that does not is settled by what fails. `any` and `not` the other way round.
    const settling = node.match === 'not' ? !result : result;
    for (const [at, one] of node.of.entries()) {
      const here = `${place}${place === '' ? '' : '.'}of.${at}`;
      if (results.get(here) === settling) visit(one, here);
    }
  };
  if (judged[0]) visit(judged[0].node, '');
  return found;
}

/** The values that clauses saw, as people read them. */
async function valuesSeen(call: Call, judged: readonly Judged[], empId: string): Promise<Map<string, string>> {
  const clauses = judged.filter((one): one is Judged & { node: CrowdClause } => !isGroup(one.node));
  const asked = clauses.map(
    ({ node }, at) =>
      sql`(${valueSql(node, { language: call.caller.language, range: call.caller.scope() })})::text as ${sql.ref(`v${at}`)}`,
  );
  if (asked.length === 0) return new Map();
  const { rows } = await sql<Record<string, string | null>>`select ${sql.join(asked)} from employee e where e.id = ${empId}::uuid`.execute(
    call.db,
  );
  const word = (clause: CrowdClause, value: string): string => {
    const { options, type } = neededField(clause.field);
    if (options?.labels) return options.labels[value]?.[call.caller.language] ?? value;
    if (options) return call.services.texts.text(call.caller.language, 'user-centre', `employee.${options.words}.${value}`);
    return type === 'boolean' ? call.services.texts.text(call.caller.language, 'user-centre', `crowd.value.${value}`) : value;
  };
  return new Map(
    clauses.flatMap(({ node, place }, at) => {
      const value = rows[0]?.[`v${at}`];
      return value === null || value === undefined || value === '' ? [] : [[place, word(node, value)] as const];
    }),
  );
}

/** SQL of what a clause sees of the employee `e`, with a word for the names of whom and what the reader does not see. */
function valueSql(clause: CrowdClause, { language, range }: { language: Language; range: Range }): RawBuilder<unknown> {
  const seen = (holds: RawBuilder<boolean>, name: RawBuilder<string>): RawBuilder<string> =>
    range.all ? name : sql<string>`case when ${holds} then ${name} else ${outsideWord(language)}::text end`;
  const field = neededField(clause.field);
  if (field.stored)
    return sql`select string_agg(tied.name, '; ' order by tied.name) from source_link tie join source tied on tied.id = tie.source_id
      where tie.object_id = e.id and tie.object_kind = 'employee' and tie.state = 'linked'`;
  switch (field.type) {
    case 'department':
      return sql`select string_agg(${nameWithin(range, language, nameIn(language))}, '; ' order by ed.is_primary desc, d.path) from employee_department ed join department d on d.id = ed.department_id where ed.employee_id = e.id`;
    case 'employee':
      return sql`select ${seen(employeeInRange(range, 'boss.id'), sql`boss.name`)} from employee boss where boss.id = e.manager_id`;
    case 'person':
      return sql`select ${seen(employeeInRange(range, 'named.id'), sql`named.name`)} from employee named where named.id::text = ${field.value!}`;
    case 'unit':
      return sql`select ${nameWithin(range, language, nameIn(language))} from department d where d.id::text = ${field.value!}`;
    case 'crowd':
      return sql`select string_agg(${seen(departmentInRange(range, 'c.owner_dept_id'), nameIn(language, 'c'))}, '; ' order by c.code) from crowd_member cm join crowd c on c.id = cm.crowd_id
        where cm.employee_id = e.id and c.id = any(${[clause.value].flat().map(String)}::uuid[])`;
    case 'boolean':
      return field.value
        ? sql`coalesce(${field.value}, false)`
        : sql`exists (select from employee r where r.manager_id = e.id and r.status = 'active')`;
    default:
      return field.value ?? sql`null`;
  }
}
