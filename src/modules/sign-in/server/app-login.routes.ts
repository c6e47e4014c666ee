import type { Parsed, Reply } from '#kit/common/contract.ts';
import { handle, type BoundRoute, type Call } from '#kit/server/handle.ts';
import { notFound } from '#kit/server/refusal.ts';
import { readPolicy } from '#kit/server/session/sign-in-policy.ts';
import { sourcePage } from '#modules/people-sources/common/source.permissions.ts';
import { directorySources } from '#modules/people-sources/server/public.ts';
import * as contract from '../common/app-login.contract.ts';
import './auth-setting/auth-setting.table.ts';
import { redirectWays } from './redirect-ways.ts';

/** What apps use of the sign-in settings. */
export const appLoginRoutes: readonly BoundRoute[] = [
  handle(contract.appLoginAuthGet, appLogin),
  handle(contract.userSourceList, userSources),
];

/** The console is the one app that there is; its document is written nowhere, so that it can't differ from what the login page does. */
async function appLogin(
  { db, services }: Call,
  { appId }: Parsed<typeof contract.appLoginAuthGet>,
): Promise<Reply<typeof contract.appLoginAuthGet>> {
  if (appId !== contract.consoleApp) throw notFound();
  const [rows, { version, policy }] = await Promise.all([
    db.selectFrom('auth_setting').selectAll().orderBy('order_no').orderBy('id').execute(),
    readPolicy(db, services.settings),
  ]);
  const offered = rows.filter(({ enabled, audience }) => enabled && audience !== 'terminals');
  const kinds = [...offered, ...rows.filter((row) => !offered.includes(row))].map((row): contract.AppLoginKind => {
    const place = offered.indexOf(row);
    return {
      settingId: row.id,
      code: row.code,
      name: row.name,
      kind: row.kind,
      enabled: row.enabled,
      audience: row.audience,
      platforms: row.audience === 'console' ? [] : row.platforms,
      order: place < 0 ? null : place + 1,
      on: place >= 0,
    };
  });
  // The login page opens with the first form; what sends the browser elsewhere is a button beside it.
  const opened = offered.find(({ kind }) => !redirectWays[kind]);
  return { appId, version, kinds, defaultKind: opened?.code ?? null, rememberAccount: policy.rememberAccount };
}

async function userSources({ db, caller }: Call): Promise<Reply<typeof contract.userSourceList>> {
  const [rows, sources] = await Promise.all([
    db
      .selectFrom('auth_setting')
      .select(['id', 'name', 'kind', 'enabled'])
      .where('kind', 'in', ['ldap', 'ad'])
      .orderBy('order_no')
      .orderBy('id')
      .execute(),
    directorySources(db),
  ]);
  const maySee = caller.can(sourcePage.code);
  return [
    ...rows.map(({ id, name, kind, enabled }) => {
      const which = kind === 'ad' ? ('ad' as const) : ('ldap' as const);
      return { id, name, kind: which, enabled, origin: 'setting' as const, connection: null };
    }),
    ...sources.map(({ id, name, kind, enabled, ...connection }) => {
      return { id, name: { zh_CN: name }, kind, enabled, origin: 'source' as const, connection: maySee ? connection : null };
    }),
  ];
}
