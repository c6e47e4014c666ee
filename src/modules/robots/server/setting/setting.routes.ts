import { sql } from 'kysely';
import type { Parsed, Reply } from '#kit/common/contract.ts';
import { changeObjects, createObjects } from '#kit/server/change/change-objects.ts';
import type { Fields } from '#kit/server/change/kind.ts';
import type { Db } from '#kit/server/directory.ts';
import { handle, type Call } from '#kit/server/handle.ts';
import { InvalidInput, notFound, outOfRange } from '#kit/server/refusal.ts';
import { robotCompanies, robotSettingGet, robotSettingTest, robotSettingUpdate } from '../../common/setting/setting.contract.ts';
import { narrowed } from '../../common/setting/narrow.ts';
import { noValues, robotSettingNames, type EffectiveValues, type OwnValues, type RobotSettingName } from '../../common/setting/values.ts';
import { directory } from '../directory.ts';
import { effectiveOf, originsOf, settingsDownTo, type StoredSetting } from './effective.ts';
import { robotSettingKind } from './setting.kind.ts';
import { touchedBy } from './touched.ts';

type Means = Pick<Call, 'db' | 'caller' | 'services'>;

/** A company in range, with its path. */
async function companyInRange({ db, caller }: Means, id: string): Promise<{ path: string; name: string }> {
  const range = caller.scope();
  const { rows } = await sql<{ path: string; kind: string }>`select d.path::text as path, d.kind from department d
    where d.id = ${id}::uuid and ${directory.departmentInRange(range, 'd.id')}`.execute(db);
  const [found] = rows;
  if (!found) throw range.all ? notFound() : outOfRange();
  if (found.kind !== 'company') throw new InvalidInput([{ path: 'companyDeptId', namespace: 'robots', key: 'robotSetting.noCompany' }]);
  const named = await directory.departments(db, [id], caller.language, range);
  return { path: found.path, name: named.get(id)?.name ?? '' };
}

const emptyFields: Fields = Object.fromEntries(robotSettingNames.map((name) => [name, null]));

async function viewOf(means: Means, companyDeptId: string | null): Promise<Reply<typeof robotSettingGet>> {
  const { db, caller } = means;
  const range = caller.scope();
  if (companyDeptId !== null) await companyInRange(means, companyDeptId);
  const rows = await settingsDownTo(db, companyDeptId);
  const own = rows.find((row) => row.companyDeptId === companyDeptId);
  const above = rows.filter((row) => row !== own);
  const names = await directory.departments(
    db,
    rows.flatMap((row) => row.companyDeptId ?? []),
    caller.language,
    range,
  );
  const origins = originsOf(rows);
  const originOf = ({ companyDeptId: from }: StoredSetting) => ({
    companyDeptId: from,
    name: from === null ? '' : (names.get(from)?.name ?? ''),
  });
  const effective = effectiveOf(rows);
  return {
    id: own?.id ?? null,
    version: own?.version ?? 0,
    companyDeptId,
    updatedAt: own?.updatedAt ?? null,
    ...(own?.values ?? noValues),
    effective: plain(effective),
    above: plain(companyDeptId === null ? effective : effectiveOf(above)),
    origins: Object.fromEntries(robotSettingNames.map((name) => [name, originOf(origins[name])])) as Record<
      RobotSettingName,
      ReturnType<typeof originOf>
    >,
  };
}

const plain = (values: EffectiveValues) => ({ ...values, quietHours: [...values.quietHours] });

async function save(call: Call, input: Parsed<typeof robotSettingUpdate>): Promise<Reply<typeof robotSettingUpdate>> {
  const { caller } = call;
  const { companyDeptId = null, version, ...values } = input;
  const fields = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Fields;
  return call.write(async (tx) => {
    const means = { ...call, db: tx };
    const company = companyDeptId === null ? undefined : await companyInRange(means, companyDeptId);
    caller.scope();
    const own = (await settingsDownTo(tx, companyDeptId)).find((row) => row.companyDeptId === companyDeptId);
    if (own) await changeObjects(tx, caller, robotSettingKind, [{ id: own.id, version, fields }]);
    else
      await createObjects(tx, caller, robotSettingKind, [
        { name: company!.name, path: company!.path, fields: { ...emptyFields, ...fields, companyDeptId } },
      ]);
    return viewOf(means, companyDeptId);
  });
}

async function companiesIn({ db, caller }: Means): Promise<Reply<typeof robotCompanies>['list']> {
  const range = caller.scope();
  const { rows } = await sql<{ id: string }>`select d.id from department d where d.kind = 'company' and d.enabled
    and ${directory.departmentInRange(range, 'd.id')} order by nlevel(d.path), d.order_no, d.id limit 500`.execute(db);
  const ids = rows.map(({ id }) => id);
  const named = await directory.departments(db, ids, caller.language, range);
  return ids.flatMap((id) => {
    const found = named.get(id);
    return found ? [{ id, name: found.name, fullName: found.fullName }] : [];
  });
}

/** What would hold if these values were saved. */
async function wouldHold(db: Db, companyDeptId: string | null, values: Partial<OwnValues>): Promise<EffectiveValues> {
  const rows = await settingsDownTo(db, companyDeptId);
  const own = rows.find((row) => row.companyDeptId === companyDeptId);
  const stated = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
  const changed = { ...noValues, ...own?.values, ...stated };
  if (companyDeptId === null) return effectiveOf([{ ...own!, values: changed }]);
  return narrowed(effectiveOf(rows.filter((row) => row !== own)), changed);
}

/** The settings of robots: reading, changing, trying, and the companies that have some of their own. */
export const robotSettingRoutes = [
  handle(robotSettingGet, (call, { companyDeptId = null }) => viewOf(call, companyDeptId)),
  handle(robotSettingUpdate, save),
  handle(robotSettingTest, async (call, { companyDeptId = null, ...values }) => {
    const company = companyDeptId === null ? undefined : await companyInRange(call, companyDeptId);
    const settings = await wouldHold(call.db, companyDeptId, values as Partial<OwnValues>);
    return touchedBy(call.db, settings, { range: call.caller.scope(), path: company?.path ?? null, now: call.services.now() });
  }),
  handle(robotCompanies, async (call) => ({ list: await companiesIn(call) })),
];
