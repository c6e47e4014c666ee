import { sql } from 'kysely';
import type { Parsed, Reply } from '#kit/common/contract.ts';
import { pick, type LocalDraft } from '#kit/common/language.ts';
import { changeObjects } from '#kit/server/change/change-objects.ts';
import type { Fields, Json, Kind } from '#kit/server/change/kind.ts';
import { membershipOf } from '#kit/server/audience/audience.ts';
import type { Db } from '#kit/server/directory.ts';
import { handle, type BoundRoute, type Call } from '#kit/server/handle.ts';
import { notFound, outOfRange } from '#kit/server/refusal.ts';
import { findApp } from '#modules/apps/server/public.ts';
import { directory } from '#modules/people/server/public.ts';
import * as contract from '../common/other-config.contract.ts';
import { resolve } from './config-values.ts';
import { importValuesJob } from './import-values.job.ts';
import { otherConfigs } from './other-config.ts';

/** The same kind, whatever fields are changed. */
const kind: Kind = otherConfigs.kinds[0]!;

/** What administrators do with settings beside the calls of the entity. */
export const otherConfigRoutes: readonly BoundRoute[] = [
  handle(contract.otherConfigSave, save),
  handle(contract.otherConfigReset, ({ caller, write }, { ids }) =>
    write(async (tx) => {
      const before = await kind.read(tx, ids, true);
      await changeObjects(
        tx,
        caller,
        kind,
        ids.map((id) => ({ id, version: null, fields: { value: null, rules: [] } })),
      );
      return {
        count: [...before.values()].filter(({ fields }) => fields['value'] !== null || (fields['rules'] as Json[]).length > 0).length,
      };
    }),
  ),
  handle(contract.otherConfigExplain, explain),
  handle(contract.otherConfigImport, async (call, input) => {
    await findApp(call.db, call.caller, input.appId);
    return call.write(async (tx) => ({ jobId: await call.services.jobs.start(tx, call.caller, importValuesJob, input) }));
  }),
];

async function save({ caller, write }: Call, { appId, rows }: Parsed<typeof contract.otherConfigSave>): Promise<{ count: number }> {
  return write(async (tx) => {
    await findApp(tx, caller, appId);
    const found = await kind.read(
      tx,
      rows.map(({ id }) => id),
      true,
    );
    // An id of another app is as good as none.
    for (const { id } of rows)
      if (found.get(id)?.fields['appId'] !== appId) throw caller.scope().all || found.has(id) ? notFound() : outOfRange();
    await changeObjects(
      tx,
      caller,
      kind,
      rows.map(({ id, version, ...given }) => ({
        id,
        version,
        fields: Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as Fields,
      })),
    );
    return { count: rows.length };
  });
}

async function explain(
  { db, caller }: Call,
  { appId, empId, platform, buildNo }: Parsed<typeof contract.otherConfigExplain>,
): Promise<Reply<typeof contract.otherConfigExplain>> {
  await findApp(db, caller, appId);
  const range = caller.scope();
  const { rows: seen } = await sql`select from (values (${empId}::uuid)) as e(id)
    where ${directory.employeeInRange(range, 'e.id')} and ${directory.employeeIsHere('e.id')}`.execute(db);
  if (seen.length === 0) throw range.all ? notFound() : outOfRange();
  const asking = { platform, buildNo, membership: await membershipOf(db, directory, empId), deviceId: null };
  const settings = await settingsOf(db, appId);
  return {
    list: settings.map((setting) => ({
      id: setting.id,
      code: setting.code,
      name: pick(setting.name, caller.language),
      ...resolve(setting, asking),
    })),
  };
}

interface StoredSetting {
  id: string;
  code: string;
  name: LocalDraft;
  value: contract.ConfigValue | null;
  defaultValue: contract.ConfigValue;
  rules: contract.ConfigRule[];
}

/** The settings of an app, by their codes. */
export async function settingsOf(db: Db, appId: string): Promise<StoredSetting[]> {
  const { rows } = await sql<StoredSetting>`select id, code, name, value, default_value as "defaultValue", rules from other_config
    where app_id = ${appId}::uuid order by section, code`.execute(db);
  return rows;
}
