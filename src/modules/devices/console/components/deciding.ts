import type { BindingRow } from '../../common/binding.contract.ts';

/** What is decided about which requests. */
export interface Deciding {
  action: 'approve' | 'reject' | 'replace';
  rows: readonly BindingRow[];
}
