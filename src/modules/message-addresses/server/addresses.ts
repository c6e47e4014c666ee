import type { StoredOf } from '#kit/common/crud/crud-types.ts';
import type { Operation, OperationIssue } from '#kit/server/change/kind.ts';
import { crudServer } from '#kit/server/crud/crud-server.ts';
import type { Tx } from '#kit/server/directory.ts';
import { address } from '../common/address.contract.ts';
import { mostAddresses } from '../common/words.ts';
import './addresses.table.ts';

const loopback = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** Whether an address fits what it is for: sockets wss, everything else https; without TLS only on the machine itself. */
function fits(kind: string, text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, username, password, search, hash } = new URL(text);
  if (username !== '' || password !== '' || search !== '' || hash !== '') return false;
  const [sealed, plain] = kind === 'socket' ? ['wss:', 'ws:'] : ['https:', 'http:'];
  return protocol === sealed || (protocol === plain && loopback.test(hostname));
}

type AddressOperation = Operation<StoredOf<typeof address.fields>>;

async function check(tx: Tx, _caller: unknown, operations: readonly AddressOperation[]): Promise<Map<number, OperationIssue[]>> {
  const issues = new Map<number, OperationIssue[]>();
  const rows = await tx.selectFrom('im_address').select(['id', 'kind', 'url']).execute();
  const known = new Map(rows.map((row) => [row.id, row]));
  let free = mostAddresses - rows.length;
  for (const [index, { id, before, after }] of operations.entries()) {
    if (!after || (after.kind === undefined && after.url === undefined)) continue;
    const [kind, url] = [after.kind ?? known.get(id)?.kind ?? 'socket', after.url ?? known.get(id)?.url ?? ''];
    if (!fits(kind, url))
      issues.set(index, [{ path: 'url', namespace: 'message-addresses', key: kind === 'socket' ? 'issue.socket' : 'issue.http' }]);
    else if (before === null && (free -= 1) < 0)
      issues.set(index, [{ path: 'url', namespace: 'message-addresses', key: 'issue.full', params: { n: mostAddresses } }]);
  }
  return issues;
}

/** Addresses as the draft has them. */
export const addresses = crudServer(address, { table: 'im_address', check });
