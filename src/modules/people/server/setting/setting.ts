import type { Selectable } from 'kysely';
import type { Parsed } from '#kit/common/contract.ts';
import type { Caller } from '#kit/server/caller.ts';
import { changeObjects } from '#kit/server/change/change-objects.ts';
import type { Fields } from '#kit/server/change/kind.ts';
import type { Db, Tx } from '#kit/server/directory.ts';
import { outOfRange } from '#kit/server/refusal.ts';
import { stampsOf } from '#kit/server/stamps.ts';
import type { Tables } from '#platform/database/tables.ts';
import type { PeopleSetting, settingUpdate } from '../../common/setting.contract.ts';
import { settingId, settingKind } from './setting.kind.ts';
import { keepZone } from './site-zone.ts';

/** What is set about people, as it stands now. */
export const readSettings = async (db: Db): Promise<Selectable<Tables['muc_setting']>> =>
  db.selectFrom('muc_setting').selectAll().where('id', '=', settingId).executeTakeFirstOrThrow();

/** What is set, for who sees the whole company. */
export async function getSetting(db: Db, caller: Caller): Promise<PeopleSetting> {
  if (!caller.scope().all) throw outOfRange();
  const row = await readSettings(db);
  return {
    ...stampsOf(row),
    mobileRepeats: row.mobile_repeats,
    accountReuseDays: row.account_reuse_days,
    recycleDays: row.recycle_days,
    linkHours: row.link_hours,
    locale: row.locale,
    timeZone: row.time_zone,
    maskedFields: row.masked_fields,
    numberFormat: row.number_format,
  };
}

/** Changes what is set. Refuses with 10409, 10910, 10400. */
export async function updateSetting(tx: Tx, caller: Caller, input: Parsed<typeof settingUpdate>): Promise<PeopleSetting> {
  const { version, ...fields } = input;
  await changeObjects(tx, caller, settingKind, [{ id: settingId, version, fields: fields as Fields }]);
  return getSetting(tx, caller);
}

/** Reads anew what this process remembers of it: the zone, which is asked for with every rule. */
export async function refreshSettings(db: Db): Promise<void> {
  keepZone((await readSettings(db)).time_zone);
}
