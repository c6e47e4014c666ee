import type { CrudTable } from '#kit/common/crud/crud-types.ts';
import type { app } from '../../common/app.contract.ts';

/** The table of apps. */
export type AppTable = CrudTable<typeof app>;

declare module '#platform/database/tables.ts' {
  interface Tables {
    app: AppTable;
  }
}
