import type { Outbound } from '#platform/outbound/outbound.ts';
import { outboundError } from '#platform/outbound/outbound-error.ts';

/** A provider as a registry tells of it. */
export interface Provider {
  readonly address: string;
  readonly version: string;
  readonly group: string;
  readonly methods: readonly string[];
  readonly weight: number;
}

/** A provider's address in a registry: `dubbo://10.0.0.5:20880/com.x.Y?version=1.0.0&methods=a,b`. */
function providerOf(text: string): Provider | undefined {
  if (!URL.canParse(text) || !text.startsWith('dubbo://')) return undefined;
  const url = new URL(text);
  const query = url.searchParams;
  if (query.get('disabled') === 'true') return undefined;
  return {
    address: `${url.hostname}:${url.port || '20880'}`,
    version: query.get('version') ?? '',
    group: query.get('group') ?? '',
    methods: (query.get('methods') ?? '').split(',').filter((one) => one !== ''),
    weight: Number(query.get('weight') ?? 100) || 100,
  };
}

interface ZooClient {
  once(event: 'connected', listener: () => void): void;
  on(event: 'state', listener: (state: unknown) => void): void;
  connect(): void;
  close(): void;
  getChildren(path: string, watcher: (() => void) | undefined, callback: (error: Error | null, children: string[]) => void): void;
}

/** A registry that is read: what services there are, and the providers of one as they come and go. */
export interface Registry {
  services(): Promise<string[]>;
  /** The providers now; the last known list where the registry is away. */
  providers(service: string): Promise<readonly Provider[]>;
  close(): void;
}

const connectMs = 5_000;

/** Opens a ZooKeeper registry. Its servers are checked by the egress guard, and connected to by the checked addresses. */
export async function openRegistry(
  outbound: Outbound,
  { addresses, root }: { addresses: readonly string[]; root: string },
): Promise<Registry> {
  const { default: zookeeper } = await import('node-zookeeper-client');
  const checked = await Promise.all(
    addresses.map(async (address) => {
      const at = address.lastIndexOf(':');
      const port = Number(address.slice(at + 1));
      const found = await outbound.resolve(address.slice(0, at), port);
      // The library takes no IPv6 addresses.
      if (found.family === 6) throw outboundError('denied');
      return `${found.address}:${port}`;
    }),
  );
  const client = zookeeper.createClient(checked.join(','), { sessionTimeout: 10_000, retries: 1 }) as ZooClient;
  await new Promise<void>((resolve, reject) => {
    const timer = setTimeout(() => {
      client.close();
      reject(outboundError('refused'));
    }, connectMs);
    client.once('connected', () => {
      clearTimeout(timer);
      resolve();
    });
    client.connect();
  });
  const children = (path: string, watcher?: () => void): Promise<string[]> =>
    new Promise((resolve, reject) => client.getChildren(path, watcher, (error, found) => (error ? reject(error) : resolve(found))));
  const known = new Map<string, readonly Provider[]>();
  const read = async (service: string): Promise<readonly Provider[]> => {
    const path = `/${root}/${service}/providers`;
    const found = await children(path, () => void read(service).catch(() => undefined)).catch((error: unknown) => {
      if (error instanceof Error && 'code' in error && error.code === -101) return [];
      throw error;
    });
    const providers = found.flatMap((one) => providerOf(decodeURIComponent(one)) ?? []);
    known.set(service, providers);
    return providers;
  };
  return {
    services: () => children(`/${root}`),
    providers: async (service) => known.get(service) ?? read(service),
    close: () => client.close(),
  };
}
