import ipaddr from 'ipaddr.js';

/** Whether an address lies in one of these networks; an empty list holds every address. */
export function inNetworks(address: string, list: readonly string[]): boolean {
  if (list.length === 0) return true;
  if (!ipaddr.isValid(address)) return false;
  const one = ipaddr.process(address);
  return list.some((text) => {
    try {
      if (text.includes('/')) {
        const [network, bits] = ipaddr.parseCIDR(text);
        return network.kind() === one.kind() && one.match(network, bits);
      }
      return ipaddr.process(text).toNormalizedString() === one.toNormalizedString();
    } catch {
      return false;
    }
  });
}
