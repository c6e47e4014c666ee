import type { Fields } from '#kit/server/change/kind.ts';

/** Column and SQL type of each journaled field of a person; assignments are rows of their own. */
export const employeeColumns = {
  account: ['account', 'text'],
  name: ['name', 'text'],
  nameEn: ['name_en', 'text'],
  alias: ['alias', 'text'],
  nameReading: ['name_reading', 'text'],
  employeeNo: ['employee_no', 'text'],
  mobile: ['mobile', 'text'],
  workPhone: ['work_phone', 'text'],
  email: ['email', 'text'],
  personalEmail: ['personal_email', 'text'],
  gender: ['gender', 'text'],
  birthday: ['birthday', 'date'],
  hireDate: ['hire_date', 'date'],
  title: ['title', 'text'],
  jobLevel: ['job_level', 'text'],
  workplace: ['workplace', 'text'],
  costCentre: ['cost_centre', 'text'],
  employmentType: ['employment_type', 'text'],
  ownerId: ['owner_id', 'uuid'],
  expiresAt: ['expires_at', 'bigint'],
  managerId: ['manager_id', 'uuid'],
  dottedManagerIds: ['dotted_manager_ids', 'uuid[]'],
  locale: ['locale', 'text'],
  timeZone: ['time_zone', 'text'],
  sensitivity: ['sensitivity', 'smallint'],
  remark: ['remark', 'text'],
  /** Digest of the picture that was given. */
  avatar: ['avatar', 'text'],
  status: ['status', 'text'],
  lastWorkday: ['last_workday', 'date'],
  leftAt: ['left_at', 'bigint'],
  quarantineEndsAt: ['quarantine_ends_at', 'bigint'],
} as const;

/** Columns that the server makes from the fields. */
export const derivedColumns = {
  account_key: 'text',
  email_key: 'text',
  name_fold: 'text',
  pinyin: 'text',
  initials: 'text',
  sort_key: 'text',
  grams: 'text[]',
  primary_department_id: 'uuid',
  extra: 'jsonb',
  several: 'boolean',
} as const;

/** What a person has when nothing was entered. */
export const employeeDefaults: Fields = {
  nameEn: null,
  alias: null,
  nameReading: null,
  employeeNo: null,
  mobile: null,
  workPhone: null,
  email: null,
  personalEmail: null,
  gender: 'unknown',
  birthday: null,
  hireDate: null,
  title: null,
  jobLevel: null,
  workplace: null,
  costCentre: null,
  employmentType: 'regular',
  ownerId: null,
  expiresAt: null,
  managerId: null,
  dottedManagerIds: [],
  locale: null,
  timeZone: null,
  sensitivity: 0,
  remark: null,
  avatar: null,
  status: 'active',
  lastWorkday: null,
  leftAt: null,
  quarantineEndsAt: null,
};

/** An assignment as the journal keeps it. */
export interface Assignment {
  departmentId: string;
  primary: boolean;
  title: string | null;
}

/** The assignments in a person's fields; [] when the fields don't hold them. */
export function assignmentsOf(fields: Fields | null): Assignment[] {
  const value = fields?.['assignments'];
  if (!Array.isArray(value)) return [];
  return value.flatMap((item) =>
    item && typeof item === 'object' && !Array.isArray(item)
      ? [
          {
            departmentId: String(item['departmentId']),
            primary: item['primary'] === true,
            title: typeof item['title'] === 'string' ? item['title'] : null,
          },
        ]
      : [],
  );
}

/** Assignments in the one order in which they are compared: the primary one, then by id. A single one is primary. */
export function orderedAssignments(assignments: readonly Assignment[]): { departmentId: string; primary: boolean; title: string | null }[] {
  const only = assignments.length === 1;
  return assignments
    .map(({ departmentId, primary, title }) => ({ departmentId, primary: primary || only, title }))
    .toSorted((left, right) => Number(right.primary) - Number(left.primary) || (left.departmentId < right.departmentId ? -1 : 1));
}

/** The primary department in a person's fields. */
export const primaryOf = (fields: Fields | null): string | undefined => assignmentsOf(fields).find(({ primary }) => primary)?.departmentId;

/** Departments of which the assignment was added, ended or changed. */
export function touchedDepartments(before: Fields | null, after: Fields | null): string[] {
  const shown = (fields: Fields | null) =>
    new Map(assignmentsOf(fields).map((item) => [item.departmentId, `${item.primary} ${item.title ?? ''}`]));
  const [old, next] = [shown(before), shown(after)];
  return [...new Set([...old.keys(), ...next.keys()])].filter((id) => old.get(id) !== next.get(id));
}
