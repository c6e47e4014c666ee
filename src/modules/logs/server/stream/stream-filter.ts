import { BlockList, isIP, isIPv4 } from 'node:net';
import { resultOf } from '../operation/operation.filter.ts';
import type { AuditRow } from '../operation/operation.view.ts';
import type { StreamFilter } from './stream.table.ts';

/** Whether a stream wants an operation. */
export function passes(filter: StreamFilter): (row: AuditRow) => boolean {
  const { module, word, result, dangerous, objectKind, actorKind, address } = filter;
  const isFrom = address === undefined ? () => true : inside(address);
  return (row) =>
    (!module?.length || module.includes(row.module)) &&
    (!word?.length || word.includes(row.operation)) &&
    (!result?.length || result.includes(resultOf(row.code))) &&
    (!objectKind?.length || (row.object_kind !== null && objectKind.includes(row.object_kind))) &&
    (!actorKind?.length || (row.actor_kind !== null && actorKind.includes(row.actor_kind))) &&
    (dangerous === undefined || (row.dangerous ?? false) === dangerous) &&
    isFrom(row.address);
}

/** Whether an address is this one, or lies in this network. */
function inside(wanted: string): (address: string) => boolean {
  const [host = '', bits] = wanted.split('/');
  if (bits === undefined) return (address) => address === wanted;
  const network = new BlockList();
  network.addSubnet(host, Number(bits), isIPv4(host) ? 'ipv4' : 'ipv6');
  return (address) => isIP(address) > 0 && network.check(address, isIPv4(address) ? 'ipv4' : 'ipv6');
}
