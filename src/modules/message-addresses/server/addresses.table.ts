import type { CrudTable } from '#kit/common/crud/crud-types.ts';
import type { address } from '../common/address.contract.ts';

declare module '#platform/database/tables.ts' {
  interface Tables {
    im_address: CrudTable<typeof address, { order: 'order_no'; terminalTypes: 'terminal_types' }>;
  }
}
