import { sql } from 'kysely';
import type { Db } from '#kit/server/directory.ts';
import type { Services } from '#kit/server/services.ts';
import { stampsOf } from '#kit/server/stamps.ts';
import type { AuthSettingRow } from '../../common/auth-setting.contract.ts';
import { casConfig, ldapConfig, oidcConfig, samlConfig, wechatConfig } from '../../common/auth-config.ts';
import type { AuthSettingTable } from './auth-setting.table.ts';
import { certificatesEnd } from '#platform/secrets/certificates.ts';
import { testSubject } from '../setting-tests.ts';

const weekMillis = 7 * 86_400_000;
const dayMillis = 86_400_000;

/** What is told of settings beside their rows. */
export interface Beside {
  db: Db;
  now: number;
  /** Where browsers reach this server. */
  origin: string;
}

/** Rows as the contract shows them: with tests, use and trials, without secrets. */
export async function settingViews(beside: Beside, rows: readonly AuthSettingTable[]): Promise<AuthSettingRow[]> {
  const { db, now } = beside;
  const [tests, used, refused, guard] = await Promise.all([
    db.selectFrom('auth_setting_test').selectAll().execute(),
    db
      .selectFrom('auth_setting_use')
      .select(['way', sql<number>`count(*)`.as('count')])
      .where('last_at', '>', now - weekMillis)
      .groupBy('way')
      .execute(),
    db
      .selectFrom('auth_setting_refused')
      .select(['way', sql<number>`sum(count)::int`.as('count')])
      .where('day', '>', Math.floor(now / dayMillis) - 7)
      .groupBy('way')
      .execute(),
    db.selectFrom('sign_in_guard').select('back').where('ended_at', 'is', null).where('subject', '=', 'authSetting').executeTakeFirst(),
  ]);
  const countOf = (counts: readonly { way: string; count: number }[], way: string): number =>
    counts.find((one) => one.way === way)?.count ?? 0;
  return rows.map((row) => {
    const test = tests.find((one) => one.setting_id === row.id && one.subject === testSubject(row));
    return {
      ...plainView(row),
      trial: guard?.back.some(({ id }) => id === row.id) ?? false,
      test: test ? { at: test.at, report: test.report } : null,
      callback: callbackOf(beside.origin, row),
      metadata: row.kind === 'saml' ? metadataOf(callbackOf(beside.origin, row) ?? '') : null,
      logout: logoutOf(callbackOf(beside.origin, row), row),
      afterLogout: row.kind === 'oidc' ? `${beside.origin}/login` : null,
      certificateEnds: row.kind === 'saml' ? certificatesEnd(samlConfig.parse(row.config).certificates) : null,
      people7: countOf(used, row.code),
      failures7: countOf(refused, row.code),
    };
  });
}

function plainView(
  row: AuthSettingTable,
): Omit<
  AuthSettingRow,
  'trial' | 'test' | 'callback' | 'metadata' | 'logout' | 'afterLogout' | 'certificateEnds' | 'people7' | 'failures7'
> {
  return {
    ...stampsOf(row),
    kind: row.kind,
    code: row.code,
    name: row.name,
    label: row.label,
    icon: row.icon,
    audience: row.audience,
    platforms: row.platforms,
    people: row.people,
    ldap: row.kind === 'ldap' || row.kind === 'ad' ? ldapConfig.parse(row.config) : null,
    oidc: row.kind === 'oidc' ? oidcConfig.parse(row.config) : null,
    saml: row.kind === 'saml' ? samlConfig.parse(row.config) : null,
    cas: row.kind === 'cas' ? casConfig.parse(row.config) : null,
    wechat: row.kind === 'wechat' ? wechatConfig.parse(row.config) : null,
    match: row.match,
    assurance: row.assurance,
    hasSecret: row.secret !== null,
    orderNo: row.order_no,
    enabled: row.enabled,
  };
}

/** Where the other system sends the browser back to; it is registered there. */
export function callbackOf(origin: string, { kind, code }: Pick<AuthSettingTable, 'kind' | 'code'>): string | null {
  return kind === 'oidc' || kind === 'saml' || kind === 'cas' || kind === 'wechat' ? `${origin}/api/login/callback/${code}` : null;
}

/** Where we describe ourselves to a SAML provider; it lies beside the callback. */
export const metadataOf = (callback: string): string => callback.replace('/login/callback/', '/login/metadata/');

/** Where the other system sends its sign-outs; it lies beside the callback. A CAS server uses the callback itself. */
export const logoutOf = (callback: string | null, { kind }: Pick<AuthSettingTable, 'kind'>): string | null =>
  callback !== null && (kind === 'oidc' || kind === 'saml') ? callback.replace('/login/callback/', '/login/logout/') : null;

/** Where browsers reach this server: as it was set, else as this request came. */
export function originOf({ settings }: Pick<Services, 'settings'>, request: { protocol: string; host: string }): string {
  return settings.publicUrl ?? `${request.protocol}://${request.host}`;
}
