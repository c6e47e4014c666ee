import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { sql } from 'kysely';
import type { Reply } from '#kit/common/contract.ts';
import { namesOf } from '#kit/server/access/role.view.ts';
import { changeObjects } from '#kit/server/change/change-objects.ts';
import type { Fields, Kind } from '#kit/server/change/kind.ts';
import { siteKind } from '#kit/server/change/site-kind.ts';
import { tableKind } from '#kit/server/change/table-kind.ts';
import { handle, type BoundRoute, type Call } from '#kit/server/handle.ts';
import { assertDevices, deviceEncryptionKey } from '#modules/devices/server/public.ts';
import { rotateKey } from '#modules/terminal-settings/server/public.ts';
import { Refusal } from '#kit/server/refusal.ts';
import { ageRecipient } from './age-recipient.ts';
import { encrypted } from './terminal/container.ts';
import { encryptionGet, encryptionRotate, encryptionTest, encryptionUpdate, type FileEncryption } from '../common/encryption.contract.ts';
import { encryptionPage } from '../common/permissions.ts';
import { fileEncryptionId } from './directory.ts';
import { fileSecurityChanged } from './rule/changes.ts';

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
      offlineHours: { column: 'offline_hours' },
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
    container, ticket_seconds as "ticketSeconds", offline_hours as "offlineHours" from file_encryption`.execute(call.db);
  const { rows: store } = await sql<{ sealed: number; clear: number }>`select (select count(*) from file_seal) as sealed,
    (select count(distinct f.hash) from file f where not exists (select from file_seal s where s.hash = f.hash)) as clear`.execute(call.db);
  const { updatedBy, ...row } = rows[0]!;
  const names = await namesOf(call, [updatedBy]);
  return {
    ...row,
    updatedBy: names(updatedBy),
    store: { sealed: Number(store[0]!.sealed), clear: Number(store[0]!.clear) },
    keys: await keysOf(call.db),
  };
}

/** Keys of the file store; a sealed content begins with the name of its key. */
async function keysOf(db: Call['db']): Promise<Reply<typeof encryptionGet>['keys']> {
  const { rows } = await sql<{ keyId: string; state: string; createdAt: number; files: number }>`select key_id as "keyId", state,
      created_at as "createdAt", (select count(*) from file_seal where split_part(sealed, '.', 2) = key_id) as files
    from encryption_key where purpose = 'fileStore' order by created_at desc limit 20`.execute(db);
  return rows.map((row) => ({ ...row, files: Number(row.files) }));
}

/** A container that only this device opens, with the text that must come out. */
async function makeTest(call: Call, deviceId: string): Promise<Reply<typeof encryptionTest>> {
  const range = call.caller.scope();
  await assertDevices(call.db, range, [deviceId], 'see');
  const recipient = ageRecipient(await deviceEncryptionKey(call.db, deviceId));
  if (recipient === undefined) throw new Refusal(18250);
  const expected = `Wheelhouse ${new Date(call.services.now()).toISOString()}\n`;
  const content = await buffer(await encrypted(Readable.from([Buffer.from(expected)]), recipient));
  call.caller.note({ deviceId });
  return { name: 'test.txt.age', content: content.toString('base64'), expected, recipient };
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
  handle(encryptionRotate, (call, { reason }) => {
    call.caller.note({ reason });
    return call.write(async (tx) => {
      const { keyId, state, jobId } = await rotateKey(tx, call, { purpose: 'fileStore', force: true });
      return { keyId, state, jobId };
    });
  }),
  handle(encryptionTest, (call, { deviceId }) => makeTest(call, deviceId)),
];
