import { createHash } from 'node:crypto';
import { isIP } from 'node:net';
import { Agent, buildConnector } from 'undici';
import type { CheckedAddress } from './guard.ts';
import type { TlsSettings } from './outbound-tls.ts';

const connectMs = 10_000;
const maxAgents = 64;

/** A connector that asks the guard and connects to the checked address while TLS keeps verifying the name. */
function guardedConnector(tls: TlsSettings, resolve: (host: string, port: number) => Promise<CheckedAddress>): buildConnector.connector {
  const { insecure, ...material } = tls;
  const base = { ...material, allowH2: false, timeout: connectMs, minVersion: 'TLSv1.2' } as const;
  const strict = buildConnector(base);
  const lax = buildConnector({ ...base, rejectUnauthorized: false });
  return (options, callback) => {
    const host = options.hostname.replace(/^\[|\]$/g, '');
    const port = Number(options.port) || (options.protocol === 'https:' ? 443 : 80);
    const servername = tls.servername ?? (isIP(host) === 0 ? host : undefined);
    const open = async (): Promise<void> => {
      const checked = await resolve(host, port);
      const connect = insecure === true && checked.isInside ? lax : strict;
      const { servername: _ignored, ...rest } = options;
      connect({ ...rest, hostname: checked.address, host: checked.address, ...(servername === undefined ? {} : { servername }) }, callback);
    };
    open().catch((error: unknown) => {
      // oxlint-disable-next-line promise/no-callback-in-promise -- the client's connector takes a callback
      callback(error instanceof Error ? error : new Error(String(error)), null);
    });
  };
}

/** HTTP agents, one for each set of TLS settings, so that a pooled connection is never shared between different trust. */
export function createAgents(
  resolve: (host: string, port: number) => Promise<CheckedAddress>,
  connections: number,
): { agentFor(tls: TlsSettings): Agent; close(): Promise<void> } {
  const agents = new Map<string, Agent>();
  return {
    agentFor(tls) {
      const names = Object.keys(tls);
      const key = names.length === 0 ? '' : createHash('sha256').update(JSON.stringify(tls, names.toSorted())).digest('base64');
      const agent =
        agents.get(key) ??
        new Agent({
          connect: guardedConnector(tls, resolve),
          connections,
          pipelining: 1,
          allowH2: false,
          maxHeaderSize: 32_768,
          keepAliveMaxTimeout: 60_000,
        });
      agents.delete(key);
      agents.set(key, agent);
      const [oldestKey, oldest] = agents.entries().next().value ?? [];
      if (agents.size > maxAgents && oldestKey !== undefined && oldest !== undefined) {
        agents.delete(oldestKey);
        void oldest.close();
      }
      return agent;
    },
    async close() {
      await Promise.all([...agents.values()].map((agent) => agent.destroy()));
      agents.clear();
    },
  };
}
