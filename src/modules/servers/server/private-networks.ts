import type { CrudTable } from '#kit/common/crud/crud-types.ts';
import { crudServer } from '#kit/server/crud/crud-server.ts';
import type { OperationIssue } from '#kit/server/change/kind.ts';
import { outOfRange } from '#kit/server/refusal.ts';
import type { Services } from '#kit/server/services.ts';
import { parseAllowed } from '#platform/outbound/address-rules.ts';
import { privateNetwork } from '../common/private-network.contract.ts';

declare module '#platform/database/tables.ts' {
  interface Tables {
    private_network: CrudTable<typeof privateNetwork>;
  }
}

/** Networks inside the company: only a super administrator opens the door to one, and each entry is one that the guard understands. */
export const privateNetworks = crudServer(privateNetwork, {
  table: 'private_network',
  check: async (_tx, caller, operations) => {
    if (!caller.grants.superAdmin) throw outOfRange();
    const issues = new Map<number, OperationIssue[]>();
    for (const [index, { after }] of operations.entries()) {
      if (after?.network !== undefined && !isNetwork(after.network))
        issues.set(index, [{ path: 'network', namespace: 'servers', key: 'privateNetwork.wrong' }]);
    }
    return issues;
  },
});

function isNetwork(text: string): boolean {
  try {
    parseAllowed([text]);
    return true;
  } catch {
    return false;
  }
}

/** Gives the networks that stand to the guard of connections; where the environment names some, those alone hold. */
export async function openNetworks({ database, outbound }: Pick<Services, 'database' | 'outbound'>): Promise<void> {
  const rows = await database.db.selectFrom('private_network').select('network').execute();
  outbound.allow(rows.map(({ network }) => network));
}
