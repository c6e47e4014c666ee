import { perProduct } from '#kit/server/per-product.ts';
import type { TargetOf } from '#modules/access/common/definition.ts';
import type { RunServices, TargetAnswer, TargetCall } from '../run/context.ts';
import { CallFailure, failureOf } from '../run/failure.ts';
import type { ConnectionRow } from '../table/snapshot.ts';
import { ProviderConnection } from './dubbo/connection.ts';
import { HessianError } from './dubbo/hessian.ts';
import { openRegistry, type Provider, type Registry } from './dubbo/registry.ts';

interface Open {
  readonly version: number;
  readonly registry: Promise<Registry> | undefined;
  readonly connections: Map<string, Promise<ProviderConnection>>;
}

const openOf = perProduct(() => new Map<string, Open>());

/** What is open for a Dubbo connection; one that was changed is opened again. */
function openFor(services: RunServices, row: ConnectionRow): Open {
  const all = openOf(services);
  const known = all.get(row.id);
  if (known && known.version === row.version) return known;
  if (known) closeOne(known);
  const registry =
    row['mode'] === 'zookeeper'
      ? openRegistry(services.outbound, { addresses: row['addresses'] as string[], root: String(row['root']) })
      : undefined;
  registry?.catch(() => all.delete(row.id));
  const open = { version: row.version, registry, connections: new Map<string, Promise<ProviderConnection>>() };
  all.set(row.id, open);
  return open;
}

function closeOne({ registry, connections }: Open): void {
  void registry?.then((one) => one.close()).catch(() => undefined);
  for (const connection of connections.values()) void connection.then((one) => one.close()).catch(() => undefined);
}

/** Closes what a product has open. */
export function closeDubbo(services: Pick<RunServices, 'database'>): void {
  const all = openOf(services);
  for (const one of all.values()) closeOne(one);
  all.clear();
}

/** Addresses of the providers of a service, in the order in which they are tried. */
async function addressesFor(
  open: Open,
  row: ConnectionRow,
  target: { service: string; version: string; group: string },
): Promise<string[]> {
  if (!open.registry) return shuffled(row['addresses'] as string[]);
  const providers = await (await open.registry).providers(target.service);
  const fits = ({ version, group }: Provider): boolean =>
    (target.version === '' || version === target.version) && (target.group === '' || group === target.group);
  return shuffled(providers.filter(fits).map(({ address }) => address));
}

const shuffled = <T>(list: readonly T[]): T[] =>
  list
    .map((one) => ({ one, at: Math.random() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ one }) => one);

async function connectionTo(services: RunServices, open: Open, address: string, timeoutMs: number): Promise<ProviderConnection> {
  const known = await open.connections.get(address)?.catch(() => undefined);
  if (known?.isOpen) return known;
  const opening = ProviderConnection.open(services.outbound, address, timeoutMs);
  open.connections.set(address, opening);
  opening.catch(() => open.connections.delete(address));
  return opening;
}

/** Calls a method of a Dubbo 2 service generically; the next provider where one is not reached. */
export async function askDubbo(call: TargetCall, target: TargetOf<'dubbo'>, row: ConnectionRow): Promise<TargetAnswer> {
  const { services, values, globals } = call;
  const timeoutMs = Math.max(1, Math.round(Math.min(call.left(), Number(row['timeout_ms']) || 3000)));
  const attachments: Record<string, string> = { application: String(row['application']) };
  for (const { name, value } of target.attachments) attachments[name] = await globals.fill(value);
  const { service, method, version, group } = target;
  const args = target.args.map(({ type, param }) => ({ type, value: values[param] }));
  const sent = `${service}${version === '' ? '' : `:${version}`}#${method}(${args.map(({ type, value }) => `${type} ${JSON.stringify(value)}`).join(', ')})`;
  try {
    const open = openFor(services, row);
    const addresses = await addressesFor(open, row, target);
    if (addresses.length === 0) throw new CallFailure('notFound', { params: { reason: `${service}: 0` } });
    let tries = 0;
    let last: CallFailure | undefined;
    for (const address of addresses.slice(0, 3)) {
      tries += 1;
      try {
        const connection = await connectionTo(services, open, address, timeoutMs);
        const data = await connection.call({ service, version, group, method, args, attachments, timeoutMs }, call.signal);
        const raw = Buffer.from(JSON.stringify(data ?? null));
        return { status: null, data, raw, contentType: 'application/json', headers: {}, sent: () => `${address} ${sent}`, tries };
      } catch (error) {
        if (error instanceof HessianError) throw new CallFailure('transform', { params: { path: 'args', reason: error.message } }, error);
        last = failureOf(error, timeoutMs);
        if (!['refused', 'dns', 'connectTimeout', 'breaker'].includes(last.class)) throw last;
      }
    }
    throw last ?? new CallFailure('refused', { params: { class: 'refused' } });
  } catch (error) {
    throw failureOf(error, timeoutMs);
  }
}

/** Services of a registry, or the providers of one. */
export async function browseDubbo(
  services: RunServices,
  row: ConnectionRow,
  service: string | undefined,
): Promise<{ service: string; provider: Provider | undefined }[]> {
  const open = openFor(services, row);
  if (!open.registry)
    return (row['addresses'] as string[]).map((address) => ({
      service: '',
      provider: { address, version: '', group: '', methods: [], weight: 100 },
    }));
  const registry = await open.registry;
  if (service === undefined) return (await registry.services()).map((name) => ({ service: name, provider: undefined }));
  return (await registry.providers(service)).map((provider) => ({ service, provider }));
}
