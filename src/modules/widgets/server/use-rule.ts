import { sql, type RawBuilder } from 'kysely';
import type { Db } from '#kit/server/directory.ts';
import { everyoneRoleId } from '../common/role.contract.ts';
import { directory } from './directory.ts';
import './widgets.table.ts';

const alive = (now: number, alias = 'role'): RawBuilder<boolean> =>
  sql<boolean>`${sql.ref(`${alias}.enabled`)} and (${sql.ref(`${alias}.expires_at`)} is null or ${sql.ref(`${alias}.expires_at`)} > ${now})`;

/** A role that somebody holds, and the way. */
export interface HeldRole {
  readonly id: string;
  readonly name: string;
  readonly area: 'mam' | 'widget';
  readonly appKey: string | null;
  readonly way: 'employee' | 'department' | 'crowd';
  readonly wayId: string;
}

/** App roles and roles of widgets that somebody holds now, by every way. */
export async function rolesHeldBy(db: Db, uid: string, now: number): Promise<HeldRole[]> {
  const { rows } =
    await sql<HeldRole>`select role.id, role.name, role.module as area, role.app_key as "appKey", m.kind as way, m.object_id as "wayId"
    from role join role_member m on m.role_id = role.id
    where role.module in ('mam', 'widget') and ${alive(now)} and (m.until is null or m.until > ${now}) and (
      (m.kind = 'employee' and m.object_id = ${uid}::uuid)
      or (m.kind = 'department' and m.object_id in (select above.id from (${directory.departmentsAbove(uid)}) as above))
      or (m.kind = 'crowd' and m.object_id in (select crowd_id from crowd_member where employee_id = ${uid}::uuid)))
    order by role.module, lower(role.name)`.execute(db);
  return rows;
}

/** What somebody may use on the terminals of an app: widgets, functions and channels that their app roles give, and functions inside widgets. */
export interface Gifts {
  /** Ids of widgets given by roles. */
  readonly widgets: ReadonlySet<string>;
  readonly functions: readonly string[];
  readonly channels: readonly string[];
  /** Functions in a widget by its roles. */
  readonly inside: ReadonlyMap<string, readonly string[]>;
}

/** Reads what somebody's roles give on the terminals of an app. */
export async function giftsTo(db: Db, uid: string, appKey: string, now: number): Promise<Gifts> {
  const held = (await rolesHeldBy(db, uid, now)).filter((role) => role.appKey === null || role.appKey === appKey);
  const ids = [...new Set(held.map(({ id }) => id))];
  const { rows } = await sql<{ codes: string[] }>`select codes from mam_role where role_id = any(${ids}::uuid[])`.execute(db);
  const { rows: own } = await sql<{ id: string; functions: string[] }>`select widget_id as id, functions from widget_role
    where role_id = any(${ids}::uuid[])`.execute(db);
  const codes = rows.flatMap((row) => row.codes);
  const of = (kind: string): string[] => [
    ...new Set(codes.filter((one) => one.startsWith(`${kind}:`)).map((one) => one.slice(kind.length + 1))),
  ];
  const inside = new Map<string, string[]>();
  for (const { id, functions } of own) inside.set(id, [...new Set([...(inside.get(id) ?? []), ...functions])].toSorted());
  return {
    widgets: new Set([...of('widget'), ...inside.keys()]),
    functions: of('func').toSorted(),
    channels: of('channel').toSorted(),
    inside,
  };
}

/** Enabled roles that give a widget. */
export async function rolesGiving(db: Db, widgetId: string, now: number): Promise<{ id: string; name: string; area: 'mam' | 'widget' }[]> {
  const { rows } = await sql<{ id: string; name: string; area: 'mam' | 'widget' }>`select role.id, role.name, role.module as area from role
    left join mam_role m on m.role_id = role.id left join widget_role w on w.role_id = role.id
    where ${alive(now)} and (m.codes @> array[${`widget:${widgetId}`}]::text[] or w.widget_id = ${widgetId}::uuid)
    order by lower(role.name)`.execute(db);
  return rows;
}

/** How many people may use a widget while it is online. */
export async function peopleWithWidget(db: Db, one: { readonly id: string; readonly audience: string }, now: number): Promise<number> {
  const giving = await rolesGiving(db, one.id, now);
  const isForAll = one.audience === 'everyone' || giving.some(({ id }) => id === everyoneRoleId);
  if (isForAll) {
    const { rows } = await sql<{ n: number }>`select count(*) as n from employee e where e.status not in ('deleted', 'left')`.execute(db);
    return Number(rows[0]?.n ?? 0);
  }
  const { rows: members } = await sql<{ kind: string; id: string }>`select kind, object_id as id from role_member
    where role_id = any(${giving.map(({ id }) => id)}::uuid[]) and (until is null or until > ${now})`.execute(db);
  const of = (kind: string): string[] => members.filter((member) => member.kind === kind).map(({ id }) => id);
  const { rows } = await sql<{
    n: number;
  }>`select count(*) as n from (select id from employee where id = any(${of('employee')}::uuid[]) and status not in ('deleted', 'left')
    union select under.id from (${directory.employeesUnder(of('department'))}) as under
    union select inside.id from (${directory.employeesOfCrowds(of('crowd'))}) as inside) as people`.execute(db);
  return Number(rows[0]?.n ?? 0);
}
