/** The table of sample things. */
export interface SampleThingTable {
  id: string;
  name: string;
  code: string | null;
  department_id: string; // #scoped
  description: string | null;
  enabled: boolean;
  version: number;
  created_at: number;
  created_by: string | null;
  updated_at: number;
  updated_by: string | null;
}

declare module '#platform/database/tables.ts' {
  interface Tables {
    sample_thing: SampleThingTable;
  }
}
