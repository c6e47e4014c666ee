import { sql } from 'kysely';
import type { Reply } from '#kit/common/contract.ts';
import { namesOf } from '#kit/server/access/role.view.ts';
import { changeObjects } from '#kit/server/change/change-objects.ts';
import type { Fields, Kind } from '#kit/server/change/kind.ts';
import { siteKind } from '#kit/server/change/site-kind.ts';
import { tableKind } from '#kit/server/change/table-kind.ts';
import type { Db } from '#kit/server/directory.ts';
import { handle, type BoundRoute, type Call } from '#kit/server/handle.ts';
import { fileSecurity } from '../common/permissions.ts';
import { fileSettingsGet, fileSettingsUpdate } from '../common/settings.contract.ts';
import { fileSettingsId } from './directory.ts';

/** What else holds for all files, in the change engine: one object for the whole site. */
export const fileSettingsKind: Kind = siteKind(
  tableKind({
    kind: 'fileSettings',
    module: 'file-security',
    codes: { read: fileSecurity.code, revert: fileSecurity.button.settings },
    table: 'file_settings',
    name: 'name',
    fields: {
      name: { column: 'name', internal: true },
      decisionDays: { column: 'decision_days' },
    },
  }),
);

type Row = Omit<Reply<typeof fileSettingsGet>, 'updatedBy'> & { updatedBy: string | null };

/** The settings of now. */
export async function fileSettings(db: Db): Promise<Row> {
  const { rows } =
    await sql<Row>`select id, version, updated_at as "updatedAt", updated_by as "updatedBy", decision_days as "decisionDays" from file_settings`.execute(
      db,
    );
  return rows[0]!;
}

async function shown(call: Pick<Call, 'db' | 'caller' | 'services'>): Promise<Reply<typeof fileSettingsGet>> {
  const row = await fileSettings(call.db);
  const names = await namesOf(call, [row.updatedBy]);
  return { ...row, updatedBy: names(row.updatedBy) };
}

/** Operations on what else holds for all files. */
export const settingsRoutes: readonly BoundRoute[] = [
  handle(fileSettingsGet, (call) => shown(call)),
  handle(fileSettingsUpdate, (call, { version, ...changed }) =>
    call.write(async (tx) => {
      const fields = Object.fromEntries(Object.entries(changed).filter(([, value]) => value !== undefined)) as Fields;
      await changeObjects(tx, call.caller, fileSettingsKind, [{ id: fileSettingsId, version, fields }]);
      return shown({ ...call, db: tx });
    }),
  ),
];
