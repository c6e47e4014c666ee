import type { CrudTable } from '#kit/common/crud/crud-types.ts';
import { crudServer } from '#kit/server/crud/crud-server.ts';
import type { Language } from '#kit/common/language.ts';
import type { Services } from '#kit/server/services.ts';
import { builtInSystemId } from '#modules/access/common/system.contract.ts';
import { grantsOf, systemsOf } from '#modules/access/server/public.ts';
import { countsOf, noteTargets } from '#modules/call-logs/server/public.ts';
import { builtInTargets, type BuiltIn } from '#modules/gateway/server/public.ts';
import { openCodes, sysApi, type OpenCode } from '../common/open-api.contract.ts';
import { openFunctions } from './functions.ts';

declare module '#platform/database/tables.ts' {
  interface Tables {
    sys_api: CrudTable<typeof sysApi>;
  }
}

const dayMillis = 86_400_000;

/** Where a function is called. */
export const pathOf = (code: OpenCode): string => `/gateway/sys/${code}`;

/** What a function is called, or does. */
export const wordOf = (services: Pick<Services, 'texts'>, language: Language, code: OpenCode, what: 'title' | 'summary'): string =>
  services.texts.text(language, 'open-api', `function.${code}.${what}`);

/** Published functions on the server. */
export const sysApis = crudServer(sysApi, {
  table: 'sys_api',
  usedBy: async (tx, ids) => {
    const rows = await tx
      .selectFrom('sys_api')
      .select(['id', 'code'])
      .where('id', 'in', [...ids])
      .execute();
    const grants = await grantsOf(
      tx,
      'sysApi',
      rows.map(({ code }) => openFunctions[code].interfaceId),
    );
    const systems = await systemsOf(
      tx,
      grants.map(({ granteeId }) => granteeId),
    );
    const usesOf = (code: OpenCode) =>
      grants
        .filter(({ targetId }) => targetId === openFunctions[code].interfaceId)
        .map(({ granteeId }) => ({ kind: 'accessSystem', id: granteeId, name: systems.get(granteeId)?.name ?? granteeId }));
    return new Map(rows.map(({ id, code }) => [id, usesOf(code)]));
  },
  rows: async ({ db, services, caller }, objects) => {
    const now = services.now();
    const codes = objects.map(({ code }) => code);
    const [grants, figures] = await Promise.all([
      grantsOf(
        db,
        'sysApi',
        codes.map((code) => openFunctions[code].interfaceId),
      ),
      countsOf(
        db,
        codes.map((code) => openFunctions[code].interfaceId),
        now - dayMillis,
        now,
      ),
    ]);
    return codes.map((code) => {
      const known = figures.get(openFunctions[code].interfaceId);
      return {
        title: wordOf(services, caller.language, code, 'title'),
        path: pathOf(code),
        risk: openFunctions[code].risk,
        ranged: openFunctions[code].ranged,
        granted: grants.filter(({ targetId }) => targetId === openFunctions[code].interfaceId).length,
        calls24: known?.calls ?? 0,
        failures24: known?.failures ?? 0,
      };
    });
  },
  detail: async ({ services, caller }, { code }) => ({
    summary: wordOf(services, caller.language, code, 'summary'),
    input: openFunctions[code].input.map((one) => ({
      ...one,
      about: services.texts.text(caller.language, 'open-api', `input.${one.name}`),
    })),
  }),
});

/** Lets the gateway answer these functions, and the log of calls know them. */
export async function offerFunctions(services: Services): Promise<void> {
  await noteTargets(
    services.database.db,
    openCodes.map((code) => ({
      interfaceId: openFunctions[code].interfaceId,
      systemId: builtInSystemId,
      systemCode: 'sys',
      systemName: services.texts.text('zh_CN', 'open-api', 'system'),
      name: wordOf(services, 'zh_CN', code, 'title'),
      path: `sys/${code}`,
      kind: 'sysApi',
      ownerDeptId: null,
    })),
  );
  builtInTargets(services).add({
    find: (path) => {
      const code = openCodes.find((one) => path === `sys/${one}`);
      return code === undefined ? undefined : targetOf(services, code);
    },
  });
}

function targetOf(services: Services, code: OpenCode): BuiltIn {
  const offered = openFunctions[code];
  return {
    target: { interfaceId: offered.interfaceId, name: wordOf(services, 'zh_CN', code, 'title'), path: `sys/${code}` },
    write: offered.risk === 'push',
    run: async ({ grant, input, systemId }) => {
      const row = await services.database.db.selectFrom('sys_api').select('enabled').where('code', '=', code).executeTakeFirst();
      if (!row) return { code: 14301, data: null };
      if (!row.enabled) return { code: 14302, data: null };
      return offered.run(services, grant.range, input, { systemId, tried: false });
    },
  };
}
