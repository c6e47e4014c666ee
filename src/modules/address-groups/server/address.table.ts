import type { CrudTable } from '#kit/common/crud/crud-types.ts';
import type { ipDetail } from '../common/ip-detail.contract.ts';
import type { ipGroup } from '../common/ip-group.contract.ts';

declare module '#platform/database/tables.ts' {
  interface Tables {
    ip_group: CrudTable<typeof ipGroup>;
    ip_detail: CrudTable<typeof ipDetail>;
    ip_stamp: { one: boolean; n: number };
  }
}
