import { toOutboundError } from '#platform/outbound/outbound-error.ts';
import type { Outbound } from '#platform/outbound/outbound.ts';
import { WayFailure } from '../failure.ts';

const connectMillis = 3_000;
const away: ReadonlySet<string> = new Set(['dns', 'refused', 'timeout', 'breaker']);

/** Knocks before a browser is sent away, so that it does not end on a page that never comes. Where we may not call, the browser may. */
export async function assertReachable(outbound: Outbound, address: string): Promise<void> {
  const { hostname, port, protocol } = new URL(address);
  try {
    const socket = await outbound.connect(hostname, Number(port) || (protocol === 'https:' ? 443 : 80), { timeoutMs: connectMillis });
    socket.destroy();
  } catch (error) {
    const { category } = toOutboundError(error);
    if (away.has(category)) throw new WayFailure(category, error);
  }
}
