import type { ColumnType, Generated, JSONColumnType } from 'kysely';
import type { LocalDraft } from '#kit/common/language.ts';

/** A department; `path` is an ltree of the `no` of each department from the root. */
export interface DepartmentTable {
  id: string;
  no: Generated<number>;
  parent_id: string | null;
  path: string;
  name: JSONColumnType<LocalDraft>;
  name_fold: string;
  pinyin: string;
  initials: string;
  sort_key: string;
  code: string | null;
  kind: 'company' | 'department' | 'virtual';
  order_no: string;
  manager_ids: string[];
  deputy_ids: string[];
  phone: string | null;
  email: string | null;
  address: string | null;
  cost_centre: string | null;
  description: string | null;
  enabled: boolean;
  version: number;
  created_at: number;
  created_by: string | null;
  updated_at: number;
  updated_by: string | null;
}

/** One change of the directory, for readers with a cursor. */
export interface DirectoryChangeTable {
  seq: Generated<number>;
  at: number;
  kind: 'employee' | 'department';
  object_id: string;
  op: string;
  fields: string[];
  before: ColumnType<unknown, string | null, string | null>;
  after: ColumnType<unknown, string | null, string | null>;
  batch_id: string | null;
}

declare module '#platform/database/tables.ts' {
  interface Tables {
    department: DepartmentTable;
    directory_change: DirectoryChangeTable;
  }
}
