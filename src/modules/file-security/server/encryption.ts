import { sql } from 'kysely';
import type { Reply } from '#kit/common/contract.ts';
import { namesOf } from '#kit/server/access/role.view.ts';
import { changeObjects } from '#kit/server/change/change-objects.ts';
import type { Fields, Kind } from '#kit/server/change/kind.ts';
import { siteKind } from '#kit/server/change/site-kind.ts';
import { tableKind } from '#kit/server/change/table-kind.ts';
import { handle, type BoundRoute, type Call } from '#kit/server/handle.ts';
import { encryptionGet, encryptionUpdate, type FileEncryption } from '../common/encryption.contract.ts';
import { encryptionPage } from '../common/permissions.ts';
import { fileEncryptionId } from './directory.ts';
import { fileSecurityChanged } from './rule/news.ts';

const base = siteKind(
  tableKind({
    kind: 'fileEncryption',
    module: 'file-security',
    codes: { read: encryptionPage.code, revert: encryptionPage.button.save },
    table: 'file_encryption',
    name: 'name',
    fields: {
      name: { column: 'name', internal: true },
      defaultLevel: { column: 'default_level' },
      container: { column: 'container' },
      ticketSeconds: { column: 'ticket_seconds' },
    },
  }),
);

/** Encryption settings in the change engine: one object, for the whole site. */
export const fileEncryptionKind: Kind = {
  ...base,
  write: async (tx, caller, operations) => {
    await base.write(tx, caller, operations);
    await fileSecurityChanged(tx);
  },
};

type Row = FileEncryption & { id: string; version: number; updatedAt: number; updatedBy: string | null };

async function shown(call: Pick<Call, 'db' | 'caller' | 'services'>): Promise<Reply<typeof encryptionGet>> {
  const { rows } = await sql<Row>`select id, version, updated_at as "updatedAt", updated_by as "updatedBy", default_level as "defaultLevel",
    container, ticket_seconds as "ticketSeconds" from file_encryption`.execute(call.db);
  const { rows: store } = await sql<{ sealed: number; clear: number }>`select (select count(*) from file_seal) as sealed,
    (select count(distinct f.hash) from file f where not exists (select from file_seal s where s.hash = f.hash)) as clear`.execute(call.db);
  const { updatedBy, ...row } = rows[0]!;
  const names = await namesOf(call, [updatedBy]);
  return { ...row, updatedBy: names(updatedBy), store: { sealed: Number(store[0]!.sealed), clear: Number(store[0]!.clear) } };
}

/** Operations on encryption settings. */
export const encryptionRoutes: readonly BoundRoute[] = [
  handle(encryptionGet, (call) => shown(call)),
  handle(encryptionUpdate, (call, { version, ...changed }) =>
    call.write(async (tx) => {
      const fields = Object.fromEntries(Object.entries(changed).filter(([, value]) => value !== undefined)) as Fields;
      await changeObjects(tx, call.caller, fileEncryptionKind, [{ id: fileEncryptionId, version, fields }]);
      return shown({ ...call, db: tx });
    }),
  ),
];
