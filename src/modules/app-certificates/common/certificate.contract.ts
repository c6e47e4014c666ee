import { z } from 'zod';
import { endpoint } from '#kit/common/contract.ts';
import { count, id, ids, longText, pageOf, pageQuery, stamps, text, time, version } from '#kit/common/schema.ts';
import { certificationPage as page } from './permissions.ts';

/** Push certificates, distribution certificates, and provisioning profiles. */
export const certificateKinds = ['push', 'main', 'profile'] as const;
/** One of them. */
export type CertificateKind = (typeof certificateKinds)[number];
/** Where pushes go. */
export const environments = ['sandbox', 'production', 'both'] as const;
/** What a profile is for. */
export const profileKinds = ['development', 'adHoc', 'enterprise', 'store'] as const;
/** Platforms that have such certificates: iOS and macOS. */
const platform = z.literal([1, 5]);

const facts = {
  keyKind: z.enum(['p12', 'pem', 'p8', 'none']),
  environment: z.enum(environments).nullable(),
  subject: z.string(),
  issuer: z.string(),
  serial: z.string(),
  sha256: z.string(),
  teamId: z.string().nullable(),
  topics: z.array(z.string()),
  /** Bundle id of a profile; may end in `*`. */
  identity: z.string().nullable(),
  profileUuid: z.string().nullable(),
  profileKind: z.enum(profileKinds).nullable(),
  devices: z.int().nullable(),
  certificateSha256s: z.array(z.string()),
  notBefore: time(),
  notAfter: time().nullable(),
};
/** What was read from a file. */
export const certificateFacts = z.object(facts);
/** What was read from a file. */
export type CertificateFacts = z.output<typeof certificateFacts>;

/** A certificate or profile in a list; never with its key. */
export const certificateRow = z.object({
  ...stamps,
  appId: id(),
  kind: z.enum(certificateKinds),
  platform,
  name: z.string(),
  ...facts,
  state: z.enum(['valid', 'expiring', 'expired', 'replaced']),
  daysLeft: z.int().nullable(),
  hasKey: z.boolean(),
  /** Name of the main certificate that a profile holds. */
  joins: z.string().nullable(),
});
/** A certificate or profile in a list. */
export type CertificateRow = z.output<typeof certificateRow>;

const given = {
  appId: id(),
  platform: platform.default(1),
  fileId: id(),
  /** Tried once, and kept nowhere. */
  password: z.string().max(200).default(''),
  environment: z.enum(environments).optional(),
  keyId: z.string().trim().max(20).optional(),
  teamId: z.string().trim().max(20).optional(),
};
const finding = z.object({ level: z.enum(['stop', 'warn']), code: z.int(), text: z.string() });
const scope = 'department' as const;
const errors = [13013, 13030, 13031, 13032, 13033, 13034, 13035, 13036];

/** The calls of one kind of certificate. */
function callsOf<const K extends CertificateKind>(kind: K, what: string) {
  const at = (verb: string): string => `mam/cert/${kind}/${verb}`;
  return Object.freeze({
    kind,
    list: endpoint({
      method: 'GET',
      path: at('list'),
      access: { code: page.code },
      scope,
      input: pageQuery(['notAfter', 'createdAt'] as const).extend({ appId: id().optional(), replaced: z.boolean().optional() }),
      reply: pageOf(certificateRow),
      summary: `Current ${what} of apps, those that expire first first; with \`replaced\` the former ones`,
    }),
    check: endpoint({
      method: 'POST',
      path: at('check'),
      reads: true,
      access: { anyOf: [page.button.add, page.button.replace] },
      scope,
      input: z.strictObject({ ...given, replaces: id().optional() }),
      reply: z.object({ facts: certificateFacts, findings: z.array(finding), terminals: z.int() }),
      errors: [13013, 13030, 13031, 13032],
      summary: 'Reads a file and says what is wrong with it, and how many terminals would stop receiving',
    }),
    add: endpoint({
      method: 'POST',
      path: at('add'),
      access: { code: page.button.add },
      scope,
      stepUp: true,
      audit: `cert.${kind}.add`,
      dryRun: true,
      input: z.strictObject({ ...given, name: text(100).optional() }),
      reply: z.object({ id: id() }),
      errors,
      summary: `Keeps ${what} of an app; the private key is sealed and never answered`,
    }),
    replace: endpoint({
      method: 'POST',
      path: at('replace'),
      access: { code: page.button.replace },
      scope,
      stepUp: true,
      audit: `cert.${kind}.replace`,
      dryRun: true,
      input: z.strictObject({
        ...given,
        id: id(),
        version: version(),
        name: text(100).optional(),
        /** How many terminals stop receiving, where that is more than none. */
        terminals: z.int().min(0).optional(),
      }),
      reply: z.object({ id: id() }),
      errors,
      summary: 'Puts a new file in the place of a current one, which is kept',
    }),
    delete: endpoint({
      method: 'POST',
      path: at('delete'),
      access: { code: page.button.delete },
      scope,
      stepUp: true,
      audit: `cert.${kind}.delete`,
      dryRun: true,
      input: z.strictObject({ ids: ids(), reason: longText(500).optional() }),
      reply: count(),
      summary: `Deletes ${what}`,
    }),
  });
}

/** Push certificates and keys. */
export const pushCerts = callsOf('push', 'push certificates');
/** Distribution certificates. */
export const mainCerts = callsOf('main', 'main certificates');
/** Provisioning profiles. */
export const profileCerts = callsOf('profile', 'profiles');
/** The calls of each kind. */
export const certCalls = { push: pushCerts, main: mainCerts, profile: profileCerts } as const;

/** The public part of a certificate or profile. */
export const certDownload = endpoint({
  method: 'GET',
  path: 'mam/cert/download',
  access: { code: page.button.download },
  scope,
  stepUp: true,
  audit: 'cert.download',
  answer: 'raw',
  input: z.object({ id: id() }),
  reply: z.unknown(),
  summary: 'The public part of a certificate (PEM), or a profile as it was uploaded; never a private key',
});
