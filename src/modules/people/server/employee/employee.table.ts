import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { ExtraValues } from '../../common/extra/extra-fields.ts';

/** A person; the id is the uid of sign-in. Keys (`account_key`, `grams`, …) are made by `employee.keys.ts`. */
export interface EmployeeTable {
  id: string;
  account: string;
  account_key: string;
  name: string;
  name_en: string | null;
  alias: string | null;
  name_reading: string | null;
  employee_no: string | null;
  mobile: string | null;
  mobile_tail: GeneratedAlways<string | null>;
  work_phone: string | null;
  email: string | null;
  email_key: string | null;
  personal_email: string | null;
  gender: 'unknown' | 'male' | 'female';
  birthday: string | null;
  hire_date: string | null;
  title: string | null;
  job_level: string | null;
  workplace: string | null;
  cost_centre: string | null;
  employment_type: 'regular' | 'contractor' | 'intern' | 'outsourced' | 'shared' | 'service';
  owner_id: string | null;
  expires_at: number | null;
  manager_id: string | null;
  dotted_manager_ids: string[];
  locale: 'zh_CN' | 'en_US' | 'ja_JP' | null;
  time_zone: string | null;
  sensitivity: number;
  remark: string | null;
  avatar: string | null;
  status: 'active' | 'pending' | 'disabled' | 'quarantined' | 'left' | 'deleted';
  last_workday: string | null;
  left_at: number | null;
  quarantine_ends_at: number | null;
  enabled: GeneratedAlways<boolean>;
  primary_department_id: string;
  several: boolean;
  name_fold: string;
  pinyin: string;
  initials: string;
  sort_key: string;
  grams: string[];
  version: number;
  created_at: number;
  created_by: string | null;
  updated_at: number;
  updated_by: string | null;
  deleted_at: number | null;
  /** Values of extra fields by code. */
  extra: ColumnType<ExtraValues, string | undefined, string>;
}

/** A current assignment of a person to a department. */
export interface EmployeeDepartmentTable {
  employee_id: string;
  department_id: string;
  is_primary: boolean;
  title: string | null;
  from_at: number;
}

/** An assignment that ended. */
export interface EmployeeDepartmentPastTable extends EmployeeDepartmentTable {
  id: Generated<number>;
  to_at: number;
}

/** Digest of the account of somebody erased for good. */
export interface AccountReservedTable {
  digest: string;
  until_at: number;
}

/** A picture, made again from what was sent, by the digest of that. */
interface PictureTable {
  digest: string;
  type: string;
  data: string;
  kept_at: number;
}

declare module '#platform/database/tables.ts' {
  interface Tables {
    employee: EmployeeTable;
    employee_department: EmployeeDepartmentTable;
    employee_department_past: EmployeeDepartmentPastTable;
    account_reserved: AccountReservedTable;
    picture: PictureTable;
  }
}
