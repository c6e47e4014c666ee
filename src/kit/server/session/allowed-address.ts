import { BlockList, isIPv4, isIPv6 } from 'node:net';

/** Whether an address lies in one of the networks (`10.0.0.0/8`, `::1`); without networks every address does. */
export function isAllowedAddress(address: string | undefined, networks: readonly string[]): boolean {
  if (networks.length === 0) return true;
  if (address === undefined) return false;
  const list = new BlockList();
  for (const network of networks) {
    const [base = '', bits] = network.split('/');
    const family = isIPv4(base) ? 'ipv4' : 'ipv6';
    if (bits === undefined) list.addAddress(base, family);
    else list.addSubnet(base, Number(bits), family);
  }
  return isIPv4(address) ? list.check(address) : isIPv6(address) && list.check(address, 'ipv6');
}
