import { sql, type RawBuilder } from 'kysely';
import type { Audience } from '#kit/common/audience.ts';
import type { LocalDraft } from '#kit/common/language.ts';
import type { Db } from '#kit/server/directory.ts';
import type { ForeignShape, RobotEvent } from '../../common/company/words.ts';
import './robot.table.ts';

/** A robot as it works. */
export interface RobotFacts {
  readonly id: string;
  readonly code: string;
  readonly name: LocalDraft;
  readonly avatar: string;
  readonly companyDeptId: string;
  readonly ownerId: string;
  readonly managers: readonly string[];
  readonly groupTypes: readonly string[];
  readonly audience: Audience;
  /** Reads every message of its groups, and somebody agreed to that. */
  readonly readsAll: boolean;
  readonly enabled: boolean;
  readonly inOn: boolean;
  readonly inAddresses: readonly string[];
  readonly inShapes: readonly ForeignShape[];
  readonly inMapping: string;
  readonly inRate: number;
  readonly outOn: boolean;
  readonly outUrl: string | null;
  readonly outEvents: readonly RobotEvent[];
  readonly outTimeout: number;
  readonly outHeaders: string | null;
}

const columns = sql`r.id, r.code, r.name, r.avatar, r.company_dept_id as "companyDeptId", r.owner_id as "ownerId", r.managers,
  r.group_types as "groupTypes", r.audience, (r.reads = 'all' and r.reads_approved) as "readsAll", r.enabled, r.in_on as "inOn",
  r.in_addresses as "inAddresses", r.in_shapes as "inShapes", r.in_mapping as "inMapping", r.in_rate as "inRate", r.out_on as "outOn",
  r.out_url as "outUrl", r.out_events as "outEvents", r.out_timeout as "outTimeout", r.out_headers as "outHeaders"`;

async function read(db: Db, where: RawBuilder<unknown>): Promise<RobotFacts[]> {
  return (await sql<RobotFacts>`select ${columns} from robot r where ${where}`.execute(db)).rows;
}

/** A robot by its id. */
export const robotById = async (db: Db, id: string): Promise<RobotFacts | undefined> => (await read(db, sql`r.id = ${id}::uuid`))[0];

/** A robot by its code, in whatever case. */
export const robotByCode = async (db: Db, code: string): Promise<RobotFacts | undefined> =>
  (await read(db, sql`lower(r.code) = lower(${code})`))[0];

/** The enabled robots of a group. */
export const robotsOfGroup = (db: Db, groupId: string): Promise<RobotFacts[]> =>
  read(db, sql`r.enabled and exists (select from robot_group g where g.robot_id = r.id and g.group_id = ${groupId}::uuid)`);

/** A group that a robot is in. */
export interface RobotPlace {
  readonly id: string;
  readonly name: string;
  readonly number: string;
}

/** The groups that a robot is in and that are there, in the order in which it came in. */
export async function placesOf(db: Db, robotId: string, most = 1_000): Promise<RobotPlace[]> {
  const { rows } = await sql<RobotPlace>`select m.id, m.name, m.number from robot_group g join im_group m on m.id = g.group_id
    where g.robot_id = ${robotId}::uuid order by g.added_at, m.id limit ${most}`.execute(db);
  return rows;
}

/** Whether a robot is in a group. */
export async function isInGroup(db: Db, robotId: string, groupId: string): Promise<boolean> {
  const { rows } = await sql`select from robot_group where robot_id = ${robotId}::uuid and group_id = ${groupId}::uuid`.execute(db);
  return rows.length > 0;
}
