import { z } from 'zod';
import { codeText, longText, text } from '#kit/common/schema.ts';

/** Ways of signing in. There is exactly one `local`. */
export const authKinds = ['local', 'ldap', 'ad', 'oidc', 'saml', 'cas', 'wechat'] as const;
export type AuthKind = (typeof authKinds)[number];

/** A host name or an address, without port and path. */
const host = () =>
  z
    .string()
    .min(1)
    .max(253)
    .regex(/^[A-Za-z0-9_.:-]+$/);
const port = () => z.int().min(1).max(65_535);
/** Certificates in PEM form, one after another. */
const pem = () =>
  longText(65_536)
    .transform((value) => value.trim())
    .refine((value) => value === '' || /^-----BEGIN CERTIFICATE-----[\s\S]+-----END CERTIFICATE-----$/.test(value));
/** An address of another system over http; https unless it lies in the allowed networks, which is looked at when it is called. */
const address = () => z.url({ protocol: /^https?$/ }).max(1000);

/** How a directory is reached. A source of the user centre may take this part over. */
const ldapConnection = z.strictObject({
  /** In order: the next is asked when one can't be reached. */
  servers: z
    .array(z.strictObject({ host: host(), port: port() }))
    .min(1)
    .max(5),
  /** `plain` sends passwords readable over the network. */
  security: z.enum(['ldaps', 'startTls', 'plain']),
  /** Authorities to trust instead of the public ones. */
  ca: pem(),
  /** Who searches; empty searches without a name. The password is the setting's secret. */
  bindDn: z.string().trim().max(500),
  baseDn: text(500),
});

/** A directory whose passwords are tried by binding (LDAP, Active Directory). */
export const ldapConfig = z.strictObject({
  connection: ldapConnection,
  lookup: z.strictObject({
    /** `search`: found by the search account, then bound as what was found. `pattern`: bound at once under a name made of the account. */
    mode: z.enum(['search', 'pattern']),
    /** `{account}` stands for what was typed. */
    filter: text(500).regex(/\{account\}/),
    pattern: z
      .string()
      .trim()
      .max(300)
      .regex(/^$|\{account\}/),
  }),
});
export type LdapConfig = z.output<typeof ldapConfig>;

/** An OpenID Connect provider: authorisation code with PKCE, always. */
export const oidcConfig = z.strictObject({
  issuer: address(),
  clientId: text(300),
  scopes: z
    .array(z.string().regex(/^[\x21\x23-\x5b\x5d-\x7e]{1,100}$/))
    .max(20)
    .default(['openid', 'profile', 'email']),
  /** Authorities to trust instead of the public ones. */
  ca: pem().default(''),
  /** Who signs out here signs out there too, where the provider offers it. */
  signOut: z.boolean().default(true),
});
export type OidcConfig = z.output<typeof oidcConfig>;

/** A SAML 2.0 identity provider: we begin, the browser is sent there by redirect and comes back by a form; assertions are signed, always. */
export const samlConfig = z.strictObject({
  /** Where the browser is sent to (HTTP-Redirect). */
  entryPoint: address(),
  /** Entity id of the provider: only what it issues is believed. */
  idpIssuer: text(1000),
  /** What it signs with; several while it changes its key. */
  certificates: pem().refine((value) => value !== ''),
  /** Our own entity id; the address of our metadata where it is empty. */
  entityId: z.string().trim().max(1000).default(''),
  /** Where it takes sign-outs (HTTP-Redirect); empty: sessions end here alone. */
  logoutUrl: address().or(z.literal('')).default(''),
});
export type SamlConfig = z.output<typeof samlConfig>;

/** A CAS 3.0 server. */
export const casConfig = z.strictObject({
  /** The address before /login and /p3/serviceValidate. */
  server: address(),
  /** Authorities to trust instead of the public ones. */
  ca: pem().default(''),
  /** Who signs out here signs out there too. */
  signOut: z.boolean().default(true),
});
export type CasConfig = z.output<typeof casConfig>;

/** WeCom: the application stands in settings of its own (sys/wechat). */
export const wechatConfig = z.strictObject({ use: z.literal('login') });
export type WechatConfig = z.output<typeof wechatConfig>;

/** How another system is reached, in the shape of its kind. */
export type AuthConfig = LdapConfig | OidcConfig | SamlConfig | CasConfig | WechatConfig;

/** The parts of a setting on the wire, of which it has the one of its kind. */
export const configParts = { ldap: ldapConfig, oidc: oidcConfig, saml: samlConfig, cas: casConfig, wechat: wechatConfig } as const;
export type ConfigPart = keyof typeof configParts;
/** The parts as they are entered. */
export type ConfigParts = {
  ldap?: LdapConfig | null;
  oidc?: OidcConfig | null;
  saml?: SamlConfig | null;
  cas?: CasConfig | null;
  wechat?: WechatConfig | null;
};

/** The part that belongs to a kind; `local` has none. */
export function partOfKind(kind: AuthKind): ConfigPart | undefined {
  if (kind === 'local') return undefined;
  return kind === 'ad' ? 'ldap' : kind;
}

/** Fields of an employee by which somebody proven elsewhere is found. */
const matchFields = ['account', 'employeeNo', 'email', 'mobile'] as const;

/** Which attribute of the other system is compared with which field of the employee. */
export const authMatch = z.strictObject({
  attribute: z
    .string()
    .trim()
    .min(1)
    .max(200)
    .regex(/^[\w.:;/#-]+$/),
  field: z.enum(matchFields),
});
export type AuthMatch = z.output<typeof authMatch>;

/** Which values of the other system's answer (`acr`, `amr`, AuthnContext) count as a second factor. */
export const assurance = z.array(text(300)).max(20);

/** Code of a setting: it stands in the redirect address and never changes. */
export const settingCode = codeText(40);
