import type { Parsed, Reply } from '#kit/common/contract.ts';
import { handle, type BoundRoute, type Call } from '#kit/server/handle.ts';
import { notFound } from '#kit/server/refusal.ts';
import type { Db } from '#kit/server/directory.ts';
import { grantsOf, removeGrants, saveGrant, systemsOf } from '#modules/access/server/public.ts';
import {
  openCodes,
  sysApiCatalogue,
  sysApiGrant,
  sysApiGrants,
  sysApiRevoke,
  sysApiTest,
  type OpenCode,
} from '../common/open-api.contract.ts';
import { openFunctions } from './functions.ts';
import { pathOf, wordOf } from './sys-apis.ts';

/** What a grant of a function opens. */
const targetOf = (code: OpenCode): string => openFunctions[code].interfaceId;

async function codeOf(db: Db, id: string): Promise<OpenCode> {
  const row = await db.selectFrom('sys_api').select('code').where('id', '=', id).executeTakeFirst();
  if (!row) throw notFound();
  return row.code;
}

async function catalogue({ db, services, caller }: Call): Promise<Reply<typeof sysApiCatalogue>> {
  const rows = await db.selectFrom('sys_api').select(['id', 'code']).execute();
  return {
    list: openCodes.map((code) => ({
      code,
      title: wordOf(services, caller.language, code, 'title'),
      summary: wordOf(services, caller.language, code, 'summary'),
      path: pathOf(code),
      risk: openFunctions[code].risk,
      publishedId: rows.find((row) => row.code === code)?.id ?? null,
    })),
  };
}

async function grants({ db, services, caller }: Call, { id }: { id: string }): Promise<Reply<typeof sysApiGrants>> {
  const found = await grantsOf(db, 'sysApi', [targetOf(await codeOf(db, id))]);
  const named = await systemsOf(
    db,
    found.map(({ granteeId }) => granteeId),
  );
  const departments = await services.directory.departments(
    db,
    found.flatMap(({ range }) => range?.departmentIds ?? []),
    caller.language,
    caller.scope(),
  );
  const systems = await db
    .selectFrom('access_system')
    .select(['id', 'name'])
    .where('calls', '=', true)
    .orderBy('name')
    .limit(500)
    .execute();
  return {
    list: found.map((grant) => ({
      id: grant.id,
      systemId: grant.granteeId,
      systemName: named.get(grant.granteeId)?.name ?? grant.granteeId,
      departments:
        grant.range === null ? null : grant.range.departmentIds.map((one) => ({ id: one, name: departments.get(one)?.name ?? one })),
      rate: grant.rate,
      until: grant.until === null ? null : Number(grant.until),
    })),
    systems,
  };
}

const grant = (call: Call, { id, systemId, departmentIds, rate, until }: Parsed<typeof sysApiGrant>): Promise<{ count: number }> =>
  call.write(async (tx) => {
    const code = await codeOf(tx, id);
    const system = (await systemsOf(tx, [systemId])).get(systemId);
    if (!system) throw notFound();
    const count = await saveGrant(tx, call.caller, {
      granteeKind: 'system',
      granteeId: systemId,
      targetKind: 'sysApi',
      targetIds: [targetOf(code)],
      rate,
      until,
      range: departmentIds === null ? null : { departmentIds, crowdIds: [] },
    });
    return { count };
  });

const revoke = (call: Call, { id, systemIds }: Parsed<typeof sysApiRevoke>): Promise<{ count: number }> =>
  call.write(async (tx) => {
    const code = await codeOf(tx, id);
    const where = { granteeKind: 'system', granteeIds: systemIds, targetKind: 'sysApi', targetIds: [targetOf(code)] };
    return { count: await removeGrants(tx, call.caller, where) };
  });

async function trial({ db, services }: Call, { id, systemId, input }: Parsed<typeof sysApiTest>): Promise<Reply<typeof sysApiTest>> {
  const code = await codeOf(db, id);
  const found =
    systemId === null ? undefined : (await grantsOf(db, 'sysApi', [targetOf(code)])).find(({ granteeId }) => granteeId === systemId);
  if (systemId !== null && !found) return { code: 14305, data: null };
  const answer = await openFunctions[code].run(services, found?.range ?? null, input, { systemId: systemId ?? null, tried: true });
  return { code: answer.code, data: JSON.parse(JSON.stringify(answer.data ?? null)) as Reply<typeof sysApiTest>['data'] };
}

/** Calls about the product's own functions. */
export const openApiRoutes: readonly BoundRoute[] = [
  handle(sysApiCatalogue, catalogue),
  handle(sysApiGrants, grants),
  handle(sysApiGrant, grant),
  handle(sysApiRevoke, revoke),
  handle(sysApiTest, trial),
];
