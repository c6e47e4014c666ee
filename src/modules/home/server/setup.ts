import { sql } from 'kysely';
import type { Reply } from '#kit/common/contract.ts';
import type { homeSetup, SetupStep } from '#kit/common/home/home.contract.ts';
import type { MenuResource } from '#kit/common/permission.ts';
import { builtinAdminUid } from '#kit/server/caller.ts';
import type { Call } from '#kit/server/handle.ts';
import { licenceManage } from '#modules/licence/common/permissions.ts';
import { licenceInstalled } from '#modules/licence/server/public.ts';
import { consoleMail } from '#modules/mail/common/permissions.ts';
import { mailReady } from '#modules/mail/server/public.ts';
import { readProperties } from '#modules/property/server/public.ts';
import { serversPage } from '#modules/servers/common/permissions.ts';
import { backedUpAt } from '#modules/servers/server/public.ts';
import { loginAuthentication } from '#modules/sign-in/common/permissions.ts';
import { roleManage, roleUserManage } from '#modules/system/common/permissions.ts';
import { sourcePage } from '#modules/people-sources/common/source.permissions.ts';
import { directorySources } from '#modules/people-sources/server/public.ts';
import { routeOf } from './route-of.ts';

/** Each step: the page on which it is done, and whether it is. */
const steps: Readonly<Record<SetupStep, { page: MenuResource; to?: string; done: (call: Call) => Promise<boolean> }>> = {
  company: {
    page: loginAuthentication,
    to: '?tab=preview',
    done: async ({ services, db }) => {
      const org = (await readProperties(services, db, { namespace: 'console', face: 'console' })).get('org');
      return typeof org === 'string' && org !== '';
    },
  },
  mail: { page: consoleMail, done: ({ db }) => mailReady(db) },
  directory: { page: sourcePage, done: async ({ db }) => (await directorySources(db)).some(({ enabled }) => enabled) },
  factor: {
    page: loginAuthentication,
    to: '?tab=policy',
    done: async ({ services }) => {
      const { factor } = await services.policy.now();
      return factor.requiredRoleIds.length + factor.requiredDepartmentIds.length + factor.requiredCrowdIds.length > 0;
    },
  },
  roles: { page: roleManage, done: ({ db }) => some(db, sql`select from role where module = 'sys' and preset is null`) },
  backup: { page: serversPage, to: '?tab=nodes', done: async ({ db }) => (await backedUpAt(db)) !== null },
  licence: { page: licenceManage, done: ({ db }) => licenceInstalled(db) },
  invite: {
    page: roleUserManage,
    done: ({ db }) =>
      some(db, sql`select from role_member m join role r on r.id = m.role_id where r.module = 'sys' and m.object_id <> ${builtinAdminUid}`),
  },
};

async function some(db: Call['db'], rows: ReturnType<typeof sql>): Promise<boolean> {
  const { rows: found } = await sql<{ there: boolean }>`select exists (${rows}) as there`.execute(db);
  return found[0]?.there ?? false;
}

/** What of a new installation is set up, of the steps whose page is granted. */
export async function setupOf(call: Call): Promise<Reply<typeof homeSetup>> {
  const granted = (Object.keys(steps) as SetupStep[]).filter((step) => call.caller.can(steps[step].page.code));
  return {
    steps: await Promise.all(
      granted.map(async (step) => {
        const { page, to = '', done } = steps[step];
        return { step, done: await done(call), to: routeOf(page) + to };
      }),
    ),
  };
}
