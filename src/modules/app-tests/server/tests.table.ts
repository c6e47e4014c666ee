import type { Generated } from 'kysely';
import type { CrudTable } from '#kit/common/crud/crud-types.ts';
import type { testRelease } from '../common/test.contract.ts';

declare module '#platform/database/tables.ts' {
  interface Tables {
    test_release: CrudTable<typeof testRelease>;
    app_test_change: { id: Generated<number>; at: number };
  }
}
