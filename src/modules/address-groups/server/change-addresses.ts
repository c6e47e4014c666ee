import type { Parsed } from '#kit/common/contract.ts';
import { switchObjects } from '#kit/server/change/switch-objects.ts';
import type { Kind } from '#kit/server/change/kind.ts';
import type { Tx } from '#kit/server/directory.ts';
import type { Call } from '#kit/server/handle.ts';
import type { ipGroup } from '../common/ip-group.contract.ts';
import { ipDetails } from './ip-details.ts';
import { ipGroups } from './ip-groups.ts';

/** A change of a group, or of the switch of rows. */
export interface AddressChange {
  readonly group?: Parsed<typeof ipGroup.update>;
  readonly rows?: { readonly ids: string[]; readonly status: 0 | 1 };
}

/** Changes groups or rows as their calls do: for others who try what would follow. */
export async function changeAddresses(tx: Tx, call: Pick<Call, 'caller' | 'services'>, { group, rows }: AddressChange): Promise<void> {
  if (group) await ipGroups.update(tx, call, group);
  if (!rows) return;
  const on = rows.status === 1;
  const request = { ids: rows.ids, action: on ? ('enable' as const) : ('disable' as const), field: 'enabled', value: on };
  await switchObjects(tx, call.caller, ipDetails.kind as Kind, request);
}
