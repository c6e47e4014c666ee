import { sql, type RawBuilder } from 'kysely';
import { isGroup, type CrowdClause, type CrowdConditions, type CrowdNode } from '../common/crowd-conditions.ts';
import { siteZone } from '#modules/people/server/public.ts';
import { neededField } from './crowd.extras.ts';
import { valuesOf } from './rule.check.ts';

type Condition = RawBuilder<boolean>;

/** When a rule is asked: what days count from. */
export interface RuleMoment {
  /** YYYY-MM-DD where the server is. */
  readonly today: string;
}

/** The day of a moment where the server is. */
export function momentOf(now: number): RuleMoment {
  return { today: new Intl.DateTimeFormat('sv-SE', { timeZone: siteZone(), dateStyle: 'short' }).format(now) };
}

/** A rule as SQL on a person `e`. Every value is a parameter; clauses must have been checked. */
export function ruleSql(rule: CrowdConditions, moment: RuleMoment): Condition {
  const parts = rule.of.map((node) => nodeSql(node, moment));
  if (rule.match === 'all') return sql<boolean>`(${sql.join(parts, sql` and `)})`;
  const any = sql<boolean>`(${sql.join(parts, sql` or `)})`;
  return rule.match === 'any' ? any : sql<boolean>`not ${any}`;
}

/** A clause or group as SQL; never null. */
export function nodeSql(node: CrowdNode, moment: RuleMoment): Condition {
  return isGroup(node) ? ruleSql(node, moment) : sql<boolean>`coalesce(${clauseSql(node, moment)}, false)`;
}

function clauseSql(clause: CrowdClause, moment: RuleMoment): Condition {
  const field = neededField(clause.field);
  switch (field.type) {
    case 'department':
      return departmentSql(clause);
    case 'employee':
      return managerSql(clause);
    case 'crowd':
      return crowdSql(clause);
    case 'boolean':
      return booleanSql(clause, field.value);
    case 'anniversary':
      return anniversarySql(clause, moment);
    case 'date':
      return dateSql(field.value!, clause, moment);
    case 'choice':
      return clause.op === 'in'
        ? sql`${field.value!} = any(${texts(clause)}::text[])`
        : sql`coalesce(${field.value!}, '') <> all(${texts(clause)}::text[])`;
    case 'choices':
      return choicesSql(field.value!, clause);
    case 'person':
    case 'unit':
      return namedSql(field.value!, clause);
    case 'number':
      return numberSql(field.value!, clause);
    default:
      return textSql(field.value!, clause);
  }
}

const texts = (clause: CrowdClause): string[] => valuesOf(clause).map(String);
const lower = (clause: CrowdClause): string[] => texts(clause).map((text) => text.toLowerCase());
const escaped = (text: string): string => text.replace(/[\\%_]/g, '\\$&');

/** Texts are compared without regard to case. `matches` knows `*` for any letters and `?` for one; it is no regular expression, so nothing can make it slow. */
function textSql(value: RawBuilder<unknown>, clause: CrowdClause): Condition {
  const like = (pattern: string): Condition => sql`lower(${value}) like ${pattern}`;
  const [first = ''] = lower(clause);
  switch (clause.op) {
    case 'is':
    case 'in':
      return sql`lower(${value}) = any(${lower(clause)}::text[])`;
    case 'isNot':
    case 'notIn':
      return sql`coalesce(lower(${value}), '') <> all(${lower(clause)}::text[])`;
    case 'startsWith':
      return like(`${escaped(first)}%`);
    case 'endsWith':
      return like(`%${escaped(first)}`);
    case 'contains':
      return like(`%${escaped(first)}%`);
    case 'matches':
      return like(escaped(first).replaceAll('*', '%').replaceAll('?', '_'));
    default:
      return sql`coalesce(${value}, '') ${clause.op === 'empty' ? sql`=` : sql`<>`} ''`;
  }
}

function dateSql(value: RawBuilder<unknown>, clause: CrowdClause, { today }: RuleMoment): Condition {
  const [first, second] = valuesOf(clause);
  switch (clause.op) {
    case 'is':
      return sql`${value} = ${first}::date`;
    case 'between':
      return sql`${value} between ${first}::date and ${second}::date`;
    case 'before':
      return sql`${value} < ${first}::date`;
    case 'after':
      return sql`${value} > ${first}::date`;
    case 'lastDays':
      return sql`${value} > ${today}::date - ${first}::int and ${value} <= ${today}::date`;
    case 'nextDays':
      return sql`${value} > ${today}::date and ${value} <= ${today}::date + ${first}::int`;
    default:
      return clause.op === 'empty' ? sql`${value} is null` : sql`${value} is not null`;
  }
}

/** The next day of the year on which somebody was hired, from today on; who was hired on 29 February has it on the 28th in other years. */
function anniversarySql(clause: CrowdClause, { today }: RuleMoment): Condition {
  const years = sql`(extract(year from ${today}::date)::int - extract(year from e.hire_date)::int
    + case when to_char(e.hire_date, 'MMDD') < to_char(${today}::date, 'MMDD') then 1 else 0 end)`;
  const inYears = (count: RawBuilder<unknown>): RawBuilder<unknown> => sql`(e.hire_date + make_interval(years => ${count}))::date`;
  const next = inYears(years);
  const [days] = valuesOf(clause);
  if (clause.op === 'today') return sql`${years} >= 1 and ${next} = ${today}::date`;
  if (clause.op === 'nextDays') return sql`${years} >= 1 and ${next} > ${today}::date and ${next} <= ${today}::date + ${days}::int`;
  // Today counts as the last of the days that are over.
  const last = sql`case when ${next} = ${today}::date then ${next} else ${inYears(sql`${years} - 1`)} end`;
  return sql`${last} > e.hire_date and ${last} > ${today}::date - ${days}::int`;
}

function departmentSql(clause: CrowdClause): Condition {
  const ids = texts(clause);
  const below = clause.op === 'isUnder' || clause.op === 'primaryIsUnder';
  const primary = clause.op === 'primaryIs' || clause.op === 'primaryIsUnder';
  return sql`exists (select from employee_department ed join department d on d.id = ed.department_id
    join department top on ${below ? sql`d.path <@ top.path` : sql`d.id = top.id`}
    where ed.employee_id = e.id and top.id = any(${ids}::uuid[]) ${primary ? sql`and ed.is_primary` : sql``})`;
}

function managerSql(clause: CrowdClause): Condition {
  if (clause.op === 'empty') return sql`e.manager_id is null`;
  if (clause.op === 'notEmpty') return sql`e.manager_id is not null`;
  const ids = texts(clause);
  if (clause.op === 'is') return sql`e.manager_id = any(${ids}::uuid[])`;
  // From the named people down: worked out once, whoever is asked about.
  return sql`e.id in (with recursive below as (
      select r.id from employee r where r.manager_id = any(${ids}::uuid[])
      union select r.id from employee r join below on r.manager_id = below.id) select id from below)`;
}

const crowdSql = (clause: CrowdClause): Condition =>
  sql`${clause.op === 'isNot' ? sql`not` : sql``} exists (select from crowd_member cm where cm.employee_id = e.id and cm.crowd_id = any(${texts(clause)}::uuid[]))`;

/** One of several values, or none of them. */
function choicesSql(value: RawBuilder<unknown>, clause: CrowdClause): Condition {
  if (clause.op === 'empty' || clause.op === 'notEmpty') return sql`${value} is ${clause.op === 'empty' ? sql`null` : sql`not null`}`;
  const has = sql<boolean>`coalesce(${value} ?| ${texts(clause)}::text[], false)`;
  return clause.op === 'in' ? has : sql`not ${has}`;
}

/** Somebody or a department that an extra field names, by id; departments also with all below. */
function namedSql(value: RawBuilder<unknown>, clause: CrowdClause): Condition {
  if (clause.op === 'empty' || clause.op === 'notEmpty') return sql`${value} is ${clause.op === 'empty' ? sql`null` : sql`not null`}`;
  if (clause.op === 'isUnder')
    return sql`exists (select from department d join department top on d.path <@ top.path where d.id::text = ${value} and top.id = any(${texts(clause)}::uuid[]))`;
  return clause.op === 'in' ? sql`${value} = any(${texts(clause)}::text[])` : sql`coalesce(${value}, '') <> all(${texts(clause)}::text[])`;
}

function numberSql(value: RawBuilder<unknown>, clause: CrowdClause): Condition {
  const [first, second] = valuesOf(clause).map(Number);
  switch (clause.op) {
    case 'is':
      return sql`${value} = ${first}::float8`;
    case 'between':
      return sql`${value} between ${first}::float8 and ${second}::float8`;
    default:
      return clause.op === 'empty' ? sql`${value} is null` : sql`${value} is not null`;
  }
}

/** `own`: the value of an extra field, of which nothing means no. */
function booleanSql(clause: CrowdClause, own: RawBuilder<unknown> | undefined): Condition {
  const value = own ? sql`coalesce(${own}, false)` : sql`exists (select from employee r where r.manager_id = e.id and r.status = 'active')`;
  return valuesOf(clause)[0] === true ? sql`${value}` : sql`not ${value}`;
}
