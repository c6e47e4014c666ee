import { z } from 'zod';
import { id, time } from '#kit/common/schema.ts';

/** What a server is for. */
export const serverKinds = [
  'im',
  'navigation',
  'api',
  'file',
  'push',
  'mail',
  'conversion',
  'meeting',
  'proxy',
  'widget',
  'other',
] as const;
export type ServerKind = (typeof serverKinds)[number];

const schemes = ['http', 'https', 'ws', 'wss', 'tcp', 'tls'] as const;
/** Networks from which an address is reached. */
export const zones = ['inner', 'outer'] as const;
export type Zone = (typeof zones)[number];

/** One address of a server. */
export const serverAddress = z.strictObject({
  scheme: z.enum(schemes),
  host: z
    .string()
    .min(1)
    .max(253)
    .regex(/^(?:[A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?|\[?[0-9A-Fa-f:.]+\]?)$/),
  port: z.int().min(1).max(65_535),
  path: z
    .string()
    .max(500)
    .regex(/^(?:\/[\x21-\x7e]*)?$/)
    .default(''),
  zone: z.enum(zones).default('outer'),
});
export type ServerAddress = z.output<typeof serverAddress>;

/** An address as it is written. */
export const addressText = ({ scheme, host, port, path }: Pick<ServerAddress, 'scheme' | 'host' | 'port' | 'path'>): string =>
  `${scheme}://${host.includes(':') && !host.startsWith('[') ? `[${host}]` : host}:${port}${path}`;

/** How a server stands: by its last check. */
export const serverStates = ['ok', 'slow', 'failing', 'unknown'] as const;
export type ServerState = (typeof serverStates)[number];

/** Why a check failed; the first are those of every outgoing call. */
export const checkFailures = [
  'denied',
  'dns',
  'refused',
  'timeout',
  'tls',
  'protocol',
  'tooLarge',
  'busy',
  'breaker',
  'cancelled',
  'expired',
  'notYet',
  'host',
  'untrusted',
  'pin',
  'status',
] as const;
export type CheckFailure = (typeof checkFailures)[number];

/** Steps of a check, in the order in which they are taken. */
const checkSteps = ['dns', 'tcp', 'tls', 'answer'] as const;

/** What a check of one address found; it ends at the first step that failed. */
const addressReport = z.object({
  address: z.string(),
  zone: z.enum(zones),
  ok: z.boolean(),
  steps: z.array(z.object({ step: z.enum(checkSteps), ok: z.boolean(), detail: z.string(), ms: z.int() })),
  /** Milliseconds of connection, handshake and answer. */
  ms: z.int(),
  failure: z.enum(checkFailures).nullable(),
  /** The certificates, the server's own first; empty without TLS. */
  chain: z.array(
    z.object({
      subject: z.string(),
      issuer: z.string(),
      names: z.array(z.string()),
      beginsAt: z.number(),
      endsAt: z.number(),
      spki: z.string(),
    }),
  ),
  /** Whole days until the first of the chain ends; negative when it has. */
  daysLeft: z.int().nullable(),
});
export type AddressReport = z.output<typeof addressReport>;

/** What a check of a server found. */
export const checkReport = z.object({ at: time(), state: z.enum(serverStates), addresses: z.array(addressReport) });
export type CheckReport = z.output<typeof checkReport>;

/** A change that goes back by itself unless it is confirmed from a new session. */
export const guardView = z.object({
  guardId: id(),
  confirmBefore: time(),
  subject: z.string(),
  name: z.string(),
  confirmable: z.boolean(),
});
