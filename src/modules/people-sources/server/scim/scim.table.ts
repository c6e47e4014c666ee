import type { Generated, JSONColumnType } from 'kysely';
import type { Resource } from './resource.ts';

/** A resource as it was pushed. */
export interface ScimResourceTable {
  id: string;
  source_id: string;
  kind: 'User' | 'Group';
  resource: JSONColumnType<Resource>;
  crowd_id: string | null;
  version: Generated<number>;
  created_at: number;
  updated_at: number;
}

declare module '#platform/database/tables.ts' {
  interface Tables {
    scim_resource: ScimResourceTable;
  }
}
