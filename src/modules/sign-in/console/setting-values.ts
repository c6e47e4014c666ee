import { z } from 'zod';
import { platformKeys } from '#kit/common/client/platforms.ts';
import type { Input } from '#kit/common/contract.ts';
import type { FormValues } from '#kit/console/form/form-values.ts';
import { wayIcons } from '#kit/common/session/way-icons.ts';
import { codeText, longText, text } from '#kit/common/schema.ts';
import {
  assurance,
  authMatch,
  casConfig,
  ldapConfig,
  oidcConfig,
  partOfKind,
  samlConfig,
  type AuthKind,
  type ConfigPart,
} from '../common/auth-config.ts';
import { authSettingDraft, type authSettingAdd, type AuthSettingRow, type authSettingUpdate } from '../common/auth-setting.contract.ts';

const { connection, lookup } = ldapConfig.shape;

/** The fields of the form, one after another: what stands nested on the wire is flat here, each with its own check. */
export const settingFields = z.object({
  name: authSettingDraft.shape.name,
  code: codeText(40),
  label: authSettingDraft.shape.label,
  icon: z.enum(wayIcons).nullable(),
  audience: z.enum(['console', 'terminals', 'both']),
  platforms: z.array(z.enum(platformKeys)),
  people: authSettingDraft.shape.people,
  servers: z
    .array(z.string().regex(/^(?:\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9_.-]+):\d{1,5}$/))
    .min(1)
    .max(5),
  security: connection.shape.security,
  ca: longText(65_536).default(''),
  bindDn: connection.shape.bindDn.default(''),
  baseDn: text(500),
  mode: lookup.shape.mode,
  filter: lookup.shape.filter,
  pattern: lookup.shape.pattern,
  issuer: oidcConfig.shape.issuer,
  clientId: oidcConfig.shape.clientId,
  scopes: z.array(z.string().min(1)).max(20),
  entryPoint: samlConfig.shape.entryPoint,
  idpIssuer: samlConfig.shape.idpIssuer,
  certificates: samlConfig.shape.certificates,
  entityId: samlConfig.shape.entityId,
  logoutUrl: samlConfig.shape.logoutUrl,
  signOut: oidcConfig.shape.signOut,
  server: casConfig.shape.server,
  secret: z.string().max(20_000).default(''),
  attribute: authMatch.shape.attribute,
  field: authMatch.shape.field,
  assurance: assurance.default([]),
});

type Values = Partial<z.input<typeof settingFields>>;
type Draft = Input<typeof authSettingAdd>;

const common: Values = { audience: 'both', platforms: platformKeys, assurance: [], ca: '', field: 'account' };
const directory: Values = { servers: [], security: 'ldaps', bindDn: '', mode: 'search', pattern: '' };

/** What a new setting of a kind begins with. */
export const firstValues: Readonly<Record<Exclude<AuthKind, 'local'>, FormValues>> = {
  ldap: { ...common, ...directory, filter: '(&(objectClass=inetOrgPerson)(uid={account}))', attribute: 'uid' },
  ad: {
    ...common,
    ...directory,
    filter: '(&(objectCategory=person)(objectClass=user)(sAMAccountName={account}))',
    attribute: 'sAMAccountName',
  },
  oidc: { ...common, signOut: true, scopes: ['openid', 'profile', 'email'], attribute: 'preferred_username' },
  saml: { ...common, entityId: '', logoutUrl: '', attribute: 'nameId' },
  cas: { ...common, signOut: true, attribute: 'user' },
  wechat: { ...common, attribute: 'userid' },
};

function hostAndPort(server: string): { host: string; port: number } {
  const at = server.lastIndexOf(':');
  return { host: server.slice(0, at).replace(/^\[|\]$/g, ''), port: Number(server.slice(at + 1)) };
}

const partsOf = {
  ldap: (values: Values): Draft['ldap'] => ({
    connection: {
      servers: (values.servers ?? []).map(hostAndPort),
      security: values.security ?? 'ldaps',
      ca: values.ca ?? '',
      bindDn: values.bindDn ?? '',
      baseDn: values.baseDn ?? '',
    },
    lookup: { mode: values.mode ?? 'search', filter: values.filter ?? '', pattern: values.pattern ?? '' },
  }),
  oidc: (values: Values): Draft['oidc'] => ({
    issuer: values.issuer ?? '',
    clientId: values.clientId ?? '',
    scopes: values.scopes ?? [],
    ca: values.ca ?? '',
    signOut: values.signOut ?? true,
  }),
  saml: (values: Values): Draft['saml'] => ({
    entryPoint: values.entryPoint ?? '',
    idpIssuer: values.idpIssuer ?? '',
    certificates: values.certificates ?? '',
    entityId: values.entityId ?? '',
    logoutUrl: values.logoutUrl ?? '',
  }),
  cas: (values: Values): Draft['cas'] => ({
    server: values.server ?? '',
    ca: values.ca ?? '',
    signOut: values.signOut ?? true,
  }),
  wechat: (): Draft['wechat'] => ({ use: 'login' }),
} satisfies { [P in ConfigPart]: (values: Values) => Draft[P] };

/** The part of a setting that belongs to its kind. */
function partOf(kind: AuthKind, values: FormValues): Partial<Pick<Draft, ConfigPart>> {
  const part = partOfKind(kind);
  return part ? { [part]: partsOf[part](values as Values) } : {};
}

const matchOf = ({ attribute = '', field = 'account' }: Values): Draft['match'] => ({ attribute, field });

/** A new setting as it goes to the server. */
export function draftOf(kind: Exclude<AuthKind, 'local'>, given: FormValues): Draft {
  const values = given as Values;
  return {
    kind,
    code: values.code ?? '',
    name: values.name ?? { zh_CN: '' },
    ...(values.label && { label: values.label }),
    audience: values.audience ?? 'both',
    platforms: platformsOf(values),
    ...(values.people && { people: values.people }),
    ...partOf(kind, given),
    match: matchOf(values),
    assurance: values.assurance ?? [],
    ...(values.secret && { secret: values.secret }),
  };
}

const platformsOf = ({ platforms = [] }: Values): Draft['platforms'] => platforms.map((one) => Number(one) as 1 | 2 | 4 | 5 | 8);

/** The fields of a stored setting. */
export function valuesOf(row: AuthSettingRow): FormValues {
  const { ldap, oidc, saml, cas } = row;
  return {
    name: row.name,
    label: row.label,
    icon: row.icon,
    audience: row.audience,
    platforms: row.platforms.map(String),
    people: row.people,
    assurance: row.assurance,
    attribute: row.match.attribute,
    field: row.match.field,
    ...(ldap && {
      ...ldap.lookup,
      security: ldap.connection.security,
      ca: ldap.connection.ca,
      bindDn: ldap.connection.bindDn,
      baseDn: ldap.connection.baseDn,
      servers: ldap.connection.servers.map(({ host, port }) => (host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`)),
    }),
    ...(oidc && { issuer: oidc.issuer, clientId: oidc.clientId, scopes: oidc.scopes, ca: oidc.ca, signOut: oidc.signOut }),
    ...saml,
    ...cas,
  };
}

const plain = new Set(['name', 'label', 'icon', 'audience', 'people', 'assurance', 'secret']);

/** Returns the changed parts of the typed values, as they go to the server. */
export function changeOf({ id, version, kind }: AuthSettingRow, changed: FormValues, all: FormValues): Input<typeof authSettingUpdate> {
  const names = Object.keys(changed);
  const nested = names.filter((name) => !plain.has(name) && !['platforms', 'attribute', 'field'].includes(name));
  return {
    id,
    version,
    ...Object.fromEntries(names.filter((name) => plain.has(name)).map((name) => [name, changed[name]])),
    ...(names.includes('platforms') && { platforms: platformsOf(all as Values) }),
    ...((names.includes('attribute') || names.includes('field')) && { match: matchOf(all as Values) }),
    ...(nested.length > 0 && partOf(kind, all)),
  };
}
