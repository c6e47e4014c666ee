import { sql } from 'kysely';
import type { Parsed } from '#kit/common/contract.ts';
import type { Caller } from '#kit/server/caller.ts';
import { changeObjects, createObjects, removeObjects } from '#kit/server/change/change-objects.ts';
import type { Fields } from '#kit/server/change/kind.ts';
import { lockOrder } from '#kit/server/change/lock-order.ts';
import { switchObjects } from '#kit/server/change/switch-objects.ts';
import type { Tx } from '#kit/server/directory.ts';
import { newId } from '#kit/server/ids.ts';
import { InvalidInput, notFound, wrongState } from '#kit/server/refusal.ts';
import type { Secrets } from '#platform/secrets/secrets.ts';
import { configParts, partOfKind, type AuthConfig, type AuthKind, type ConfigPart, type ConfigParts } from '../../common/auth-config.ts';
import type { authSettingAdd, authSettingRemove, authSettingReorder, authSettingUpdate } from '../../common/auth-setting.contract.ts';
import { authSettingKind } from './auth-setting.kind.ts';

/** Where a setting's secret is sealed for. */
export const secretPlace = (id: string) => ({ table: 'auth_setting', column: 'secret', row: id });

type Draft = Parsed<typeof authSettingAdd>;
/** The part of a draft that belongs to its kind; a part of another kind is a mistake, and so is none. */
export function configOf(kind: AuthKind, draft: ConfigParts): AuthConfig {
  const part = partOfKind(kind);
  const issues = partNames
    .filter((name) => name !== part && draft[name])
    .map((path: string) => ({ path, namespace: 'kit', key: 'issue.unrecognized_keys' }));
  const own = part && draft[part];
  if (!own) issues.push({ path: part ?? 'kind', namespace: 'kit', key: 'issue.missing' });
  if (issues.length > 0 || !own) throw new InvalidInput(issues);
  return own;
}

const partNames = Object.keys(configParts) as ConfigPart[];

/** The parts of a change or a draft that were given. */
export function givenParts(draft: { [P in ConfigPart]?: ConfigParts[P] | undefined }): ConfigParts | undefined {
  const given = partNames.filter((name) => draft[name] !== undefined);
  return given.length === 0 ? undefined : Object.fromEntries(given.map((name) => [name, draft[name]]));
}

/** Adds one, disabled, at the end of the login page. Refuses with 10411 (code). */
export async function addSetting(tx: Tx, caller: Caller, secrets: Secrets, input: Draft): Promise<{ id: string }> {
  const { ldap, oidc, saml, cas, wechat, secret, ...rest } = input;
  const id = newId();
  await lockOrder(tx, 'auth_setting');
  const last = await tx
    .selectFrom('auth_setting')
    .select((select) => select.fn.max('order_no').as('last'))
    .executeTakeFirst();
  const fields = {
    ...rest,
    config: configOf(input.kind, { ldap, oidc, saml, cas, wechat }),
    secret: secret === undefined ? null : secrets.seal(secret, secretPlace(id)),
    orderNo: (last?.last ?? 0) + 1,
    enabled: false,
  };
  await createObjects(tx, caller, authSettingKind, [{ id, name: input.name.zh_CN, path: null, fields: fields as Fields }]);
  return { id };
}

/** Changes the given fields. Refuses with 10409 when the version is an old one, 10400 where another system is named without a new secret. */
export async function updateSetting(tx: Tx, caller: Caller, secrets: Secrets, input: Parsed<typeof authSettingUpdate>): Promise<void> {
  const { id, version, ldap, oidc, saml, cas, wechat, secret, ...rest } = input;
  const row = await tx.selectFrom('auth_setting').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
  if (!row) throw notFound();
  const fields: Record<string, unknown> = { ...rest };
  const parts = givenParts({ ldap, oidc, saml, cas, wechat });
  if (parts) {
    const config = configOf(row.kind, parts);
    assertSecretStays(row, config, secret);
    fields['config'] = config;
  }
  if (row.kind === 'local' && ['match', 'assurance', 'audience', 'people'].some((name) => name in rest)) throw wrongState('local');
  if (secret !== undefined) fields['secret'] = secrets.seal(secret, secretPlace(id));
  await changeObjects(tx, caller, authSettingKind, [{ id, version, fields: fields as Fields }]);
}

/** A stored secret never goes to a system for which it was not entered. */
export function assertSecretStays(
  row: { kind: AuthKind; config: AuthConfig | null; secret: string | null },
  config: AuthConfig,
  secret: string | undefined,
): void {
  if (row.secret === null || secret !== undefined || targetOf(row.config) === targetOf(config)) return;
  throw new InvalidInput([{ path: 'secret', namespace: 'sign-in', key: 'issue.secretAgain' }]);
}

/** Whom the secret is for. */
function targetOf(config: AuthConfig | null): string {
  if (!config) return '';
  if ('clientId' in config) return JSON.stringify([config.issuer, config.clientId]);
  // The others use no secret.
  if (!('connection' in config)) return '';
  const { servers, security, bindDn, ca } = config.connection;
  return JSON.stringify([servers.map(({ host, port }) => [host, port]), security, bindDn, ca]);
}

type Bulk = Parsed<typeof authSettingRemove>;

/** Opens or closes ways; answers how many changed. */
export async function switchSettings(tx: Tx, caller: Caller, { ids, reason }: Bulk, enabled: boolean): Promise<number> {
  const count = await switchObjects(tx, caller, authSettingKind, {
    ids,
    action: enabled ? 'enable' : 'disable',
    field: 'enabled',
    value: enabled,
    reason,
  });
  return count;
}

/** Deletes disabled ones. */
export function removeSettings(tx: Tx, caller: Caller, { ids, reason }: Bulk): Promise<number> {
  return removeObjects(tx, caller, authSettingKind, ids, { reason: reason ?? null });
}

/** Puts all settings in this order. Refuses with 10409 when others exist meanwhile. */
export async function reorderSettings(tx: Tx, caller: Caller, { ids }: Parsed<typeof authSettingReorder>): Promise<number> {
  await lockOrder(tx, 'auth_setting');
  const { rows } = await sql<{ id: string }>`select id from auth_setting order by id for update`.execute(tx);
  if (rows.length !== ids.length || rows.some(({ id }) => !ids.includes(id))) throw wrongState('others');
  await changeObjects(
    tx,
    caller,
    authSettingKind,
    ids.map((id, index) => ({ id, version: null, fields: { orderNo: index + 1 } })),
  );
  return ids.length;
}
