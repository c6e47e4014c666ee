import { changeObjects } from '#kit/server/change/change-objects.ts';
import type { Json, Kind } from '#kit/server/change/kind.ts';
import { siteKind } from '#kit/server/change/site-kind.ts';
import { tableKind } from '#kit/server/change/table-kind.ts';
import type { Db } from '#kit/server/directory.ts';
import { handle, type BoundRoute } from '#kit/server/handle.ts';
import type { Reply } from '#kit/common/contract.ts';
import { globalParamPage } from '../common/permissions.ts';
import { settingGet, settingUpdate } from '../common/setting.contract.ts';
import { accessChanged } from './access-news.ts';

const base = siteKind(
  tableKind({
    kind: 'gatewaySetting',
    module: 'access',
    codes: { read: globalParamPage.code, revert: globalParamPage.button.settings },
    table: 'gateway_setting',
    name: 'id',
    fields: {
      timeoutMs: { column: 'timeout_ms' },
      maxInBytes: { column: 'max_in_bytes' },
      logLevel: { column: 'log_level' },
      maskNames: { column: 'mask_names' },
    },
  }),
);

/** What holds for every interface, in the change engine. */
export const settingKind: Kind = {
  ...base,
  write: async (tx, caller, operations) => {
    await base.write(tx, caller, operations);
    await accessChanged(tx);
  },
};

/** What holds for every interface. */
export type GatewaySettings = Reply<typeof settingGet>;

/** Reads what holds for every interface. */
export async function readSettings(db: Db): Promise<GatewaySettings> {
  const row = await db.selectFrom('gateway_setting').selectAll().executeTakeFirstOrThrow();
  return {
    version: row.version,
    timeoutMs: row.timeout_ms,
    maxInBytes: row.max_in_bytes,
    logLevel: row.log_level,
    maskNames: row.mask_names,
  };
}

/** Settings of the gateway. */
export const settingRoutes: readonly BoundRoute[] = [
  handle(settingGet, ({ db }) => readSettings(db)),
  handle(settingUpdate, (call, { version, ...given }) =>
    call.write(async (tx) => {
      const { id } = await tx.selectFrom('gateway_setting').select('id').executeTakeFirstOrThrow();
      const fields = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as Record<string, Json>;
      await changeObjects(tx, call.caller, settingKind, [{ id, version, fields }]);
      return readSettings(tx);
    }),
  ),
];
