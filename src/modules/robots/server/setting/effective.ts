import { sql } from 'kysely';
import type { Db } from '#kit/server/directory.ts';
import { narrowed } from '../../common/setting/narrow.ts';
import {
  robotSettingNames,
  type EffectiveValues,
  type OwnValues,
  type RobotSettingName,
  type RobotValues,
} from '../../common/setting/values.ts';

const snake = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** The column of each setting. */
export const settingColumns = Object.fromEntries(robotSettingNames.map((name) => [name, snake(name)])) as Readonly<
  Record<RobotSettingName, string>
>;

const columns = sql.join([
  sql`s.id`,
  sql`s.version`,
  sql`s.updated_at as "updatedAt"`,
  sql`s.company_dept_id as "companyDeptId"`,
  ...robotSettingNames.map((name) => sql`${sql.ref(`s.${settingColumns[name]}`)} as ${sql.ref(name)}`),
]);

/** A stored row of settings. */
export interface StoredSetting {
  readonly id: string;
  readonly version: number;
  readonly updatedAt: number;
  readonly companyDeptId: string | null;
  readonly values: OwnValues;
}

type Row = Omit<StoredSetting, 'values'> & OwnValues;

const storedOf = ({ id, version, updatedAt, companyDeptId, ...values }: Row): StoredSetting => ({
  id,
  version,
  updatedAt,
  companyDeptId,
  values,
});

/** A row by its id. */
export async function ownValues(db: Db, id: string): Promise<StoredSetting | undefined> {
  const { rows } = await sql<Row>`select ${columns} from robot_setting s where s.id = ${id}::uuid`.execute(db);
  return rows[0] && storedOf(rows[0]);
}

/** The row of the site, and those of a department and of the companies above it, from the top. */
export async function settingsDownTo(db: Db, departmentId: string | null): Promise<StoredSetting[]> {
  const { rows } = await sql<Row>`select ${columns} from robot_setting s left join department d on d.id = s.company_dept_id
    where s.company_dept_id is null
      or (${departmentId}::uuid is not null and d.path @> (select path from department where id = ${departmentId}::uuid))
    order by nlevel(d.path) nulls first`.execute(db);
  return rows.map(storedOf);
}

/** What the site says, and each row below it narrows. */
export function effectiveOf(rows: readonly StoredSetting[]): EffectiveValues {
  const [site, ...below] = rows;
  const { quietHours, ...values } = site!.values as RobotValues;
  let found: EffectiveValues = { ...values, quietHours: quietHours === null ? [] : [quietHours] };
  for (const row of below) found = narrowed(found, row.values);
  return found;
}

/** What holds above a company: what it may narrow. */
export async function effectiveAbove(db: Db, companyDeptId: string): Promise<EffectiveValues> {
  const rows = await settingsDownTo(db, companyDeptId);
  return effectiveOf(rows.filter((row) => row.companyDeptId !== companyDeptId));
}

/** The row from which each value comes. */
export function originsOf(rows: readonly StoredSetting[]): Record<RobotSettingName, StoredSetting> {
  const origins = {} as Record<RobotSettingName, StoredSetting>;
  for (const name of robotSettingNames) {
    let [from] = rows;
    for (const [index, row] of rows.entries()) {
      if (index === 0 || row.values[name] === null) continue;
      const before = effectiveOf(rows.slice(0, index))[name];
      const after = effectiveOf(rows.slice(0, index + 1))[name];
      if (JSON.stringify(before) !== JSON.stringify(after)) from = row;
    }
    origins[name] = from!;
  }
  return origins;
}
