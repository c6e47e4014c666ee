import type { CrudTable } from '#kit/common/crud/crud-types.ts';
import type { address } from '../common/address.contract.ts';
import type { pushProvider } from '../common/service.contract.ts';

declare module '#platform/database/tables.ts' {
  interface Tables {
    im_address: CrudTable<typeof address, { order: 'order_no'; terminalTypes: 'terminal_types' }>;
    im_push_provider: CrudTable<typeof pushProvider>;
  }
}
