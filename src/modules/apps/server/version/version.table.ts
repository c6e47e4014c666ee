import type { CrudTable } from '#kit/common/crud/crud-types.ts';
import type { appVersion } from '../../common/version.contract.ts';

/** The table of versions. */
export type AppVersionTable = CrudTable<typeof appVersion>;

declare module '#platform/database/tables.ts' {
  interface Tables {
    app_version: AppVersionTable;
  }
}
