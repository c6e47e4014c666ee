import { sql } from 'kysely';
import type { Parsed, Reply } from '#kit/common/contract.ts';
import { changeObjects, createObjects } from '#kit/server/change/change-objects.ts';
import type { Fields, Kind } from '#kit/server/change/kind.ts';
import { tableKind } from '#kit/server/change/table-kind.ts';
import type { Db } from '#kit/server/directory.ts';
import { handle, type BoundRoute, type Call } from '#kit/server/handle.ts';
import { stale } from '#kit/server/refusal.ts';
import { findApp } from '#modules/apps/server/public.ts';
import {
  advertSetAvailable,
  advertSetDisplay,
  advertSettingGet,
  advertSettingUpdate,
  advertStat,
  pictureAdd,
  pictureGet,
  publishStatus,
  type AdvertKind,
} from '../common/advert.contract.ts';
import { launchAdPage } from '../common/permissions.ts';
import { adverts } from './advert.ts';
import { readAdvertStat } from './advert.stat.ts';
import { appRange } from './app-range.ts';
import { pagesChanged } from './page-changes.ts';
import { keepPicture, sendPicture } from './picture.ts';

/** How areas of adverts are shown, in the change engine. */
export const advertSettingKind: Kind = settings();

function settings(): Kind {
  const { unranged: _unranged, ...kind } = tableKind({
    kind: 'advertSetting',
    module: 'app-pages',
    codes: { read: launchAdPage.code, revert: launchAdPage.button.setting },
    table: 'advert_setting',
    name: 'kind',
    fields: {
      appId: { column: 'app_id', internal: true },
      kind: { column: 'kind' },
      display: { column: 'display' },
      intervalTime: { column: 'interval_time' },
      keepDays: { column: 'keep_days' },
    },
    unique: { advert_setting_app: 'kind' },
  });
  const range = appRange('advert_setting', () => []);
  return {
    ...kind,
    outside: (tx, seen, operations) =>
      range.outside(
        tx,
        seen,
        operations.map(({ id, after }) => ({ id, after: typeof after?.['appId'] === 'string' ? { appId: after['appId'] } : null })),
      ),
    write: async (tx, caller, operations) => {
      await kind.write(tx, caller, operations);
      await pagesChanged(tx);
    },
  };
}

/** The same kind, whatever fields are changed. */
const advertKind: Kind = adverts.kinds[0]!;

const usual = { display: 1, intervalTime: 5, keepDays: 7 } as const;

/** How an area is shown: as it was set, else as usual (version 1). */
export async function readSetting(
  db: Db,
  appId: string,
  kind: AdvertKind,
): Promise<Reply<typeof advertSettingGet> & { id: string | null }> {
  const row = await db.selectFrom('advert_setting').selectAll().where('app_id', '=', appId).where('kind', '=', kind).executeTakeFirst();
  if (!row) return { id: null, version: 1, appId, kind, ...usual };
  return {
    id: row.id,
    version: row.version,
    appId,
    kind,
    display: row.display,
    intervalTime: row.interval_time,
    keepDays: row.keep_days,
  };
}

async function saveSetting(
  call: Call,
  { appId, kind, version, ...given }: Parsed<typeof advertSettingUpdate>,
): Promise<Reply<typeof advertSettingUpdate>> {
  return call.write(async (tx) => {
    await findApp(tx, call.caller, appId);
    await sql`select pg_advisory_xact_lock(hashtextextended(${`advert_setting ${appId} ${kind}`}, 0))`.execute(tx);
    const { id, ...now } = await readSetting(tx, appId, kind);
    const fields: Fields = Object.fromEntries(Object.entries(given).filter((one): one is [string, number] => one[1] !== undefined));
    if (version !== now.version) throw stale(now);
    if (id === null)
      await createObjects(tx, call.caller, advertSettingKind, [{ name: kind, path: null, fields: { appId, kind, ...usual, ...fields } }]);
    else await changeObjects(tx, call.caller, advertSettingKind, [{ id, version, fields }]);
    const { id: _id, ...saved } = await readSetting(tx, appId, kind);
    return saved;
  });
}

/** Sets the same fields of many adverts; answers how many changed. */
async function setAll(call: Call, ids: readonly string[], fields: Fields): Promise<{ count: number }> {
  return call.write(async (tx) => {
    const before = await advertKind.read(tx, ids, true);
    await changeObjects(
      tx,
      call.caller,
      advertKind,
      ids.map((id) => ({ id, version: null, fields })),
    );
    const differs = (state: { fields: object }): boolean =>
      Object.entries(fields).some(([name, value]) => Reflect.get(state.fields, name) !== value);
    return { count: [...before.values()].filter(differs).length };
  });
}

/** Calls of adverts beside those of the entity. */
export const advertRoutes: readonly BoundRoute[] = [
  handle(advertSetAvailable, (call, { ids, available }) =>
    setAll(call, ids, { status: available === 1 ? publishStatus.publish : publishStatus.unPublish }),
  ),
  handle(advertSetDisplay, (call, { ids, pcEnable, mobileEnable }) =>
    setAll(call, ids, { ...(pcEnable !== undefined && { pcEnable }), ...(mobileEnable !== undefined && { mobileEnable }) }),
  ),
  handle(advertSettingGet, async (call, { appId, kind }) => {
    await findApp(call.db, call.caller, appId);
    const { id: _id, ...found } = await readSetting(call.db, appId, kind);
    return found;
  }),
  handle(advertStat, readAdvertStat),
  handle(advertSettingUpdate, (call, input) => saveSetting(call, input)),
  handle(pictureAdd, (call, { fileId }) => keepPicture(call, fileId)),
  handle(pictureGet, (call, { fileId }) => sendPicture(call, fileId)),
];
