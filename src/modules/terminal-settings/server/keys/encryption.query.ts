import { sql, type RawBuilder, type Selectable } from 'kysely';
import type { Parsed, Reply } from '#kit/common/contract.ts';
import type { Db } from '#kit/server/directory.ts';
import { fileColumn } from '#kit/server/files/sealed-files.ts';
import { orderOf, readPage } from '#kit/server/read-page.ts';
import type { Services } from '#kit/server/services.ts';
import { stampsOf } from '#kit/server/stamps.ts';
import {
  keyPurposes,
  terminalPurposes,
  type encryptionGet,
  type keyList,
  type KeyPurpose,
  type KeyView,
  type PurposeView,
  type RotationState,
} from '../../common/encryption.contract.ts';
import type { EncryptionKeyTable, EncryptionSettingTable } from '../settings.table.ts';
import { holdersOf } from './holders.ts';
import { countLeft } from './protected.ts';

type Means = { db: Db; services: Pick<Services, 'keyedColumns' | 'now'> };
type Key = Selectable<EncryptionKeyTable>;
type Setting = Selectable<EncryptionSettingTable>;

const dayMillis = 86_400_000;
/** Days before and after a key's date at which people are told, and told louder. */
const rotationDays = { soon: 14, overdue: 30 } as const;

/** How a key stands against the date on which the next one is due. */
function rotationOf(rotatesAt: number | null, now: number): RotationState {
  if (rotatesAt === null) return 'due';
  const days = (rotatesAt - now) / dayMillis;
  if (days > rotationDays.soon) return 'fresh';
  if (days > 0) return 'soon';
  return days > -rotationDays.overdue ? 'due' : 'overdue';
}

const dueAt = (activeAt: number | null, days: number): number | null => (activeAt === null ? null : activeAt + days * dayMillis);

/** Every purpose with its key of now. */
export async function listPurposes(means: Means): Promise<Reply<typeof encryptionGet>> {
  const rows = await means.db.selectFrom('encryption_setting').selectAll().execute();
  const list: PurposeView[] = [];
  for (const purpose of keyPurposes) {
    const row = rows.find((one) => one.purpose === purpose);
    if (row) list.push(await purposeOf(means, row));
  }
  return { list };
}

/** One purpose. */
export async function getPurpose(means: Means, purpose: KeyPurpose): Promise<PurposeView> {
  return purposeOf(
    means,
    await means.db.selectFrom('encryption_setting').selectAll().where('purpose', '=', purpose).executeTakeFirstOrThrow(),
  );
}

async function purposeOf({ db, services }: Means, row: Setting): Promise<PurposeView> {
  const keys = await db
    .selectFrom('encryption_key')
    .select(['id', 'key_id', 'state', 'active_at'])
    .where('purpose', '=', row.purpose)
    .where('state', 'in', ['pending', 'active', 'retiring'])
    .execute();
  const active = keys.find(({ state }) => state === 'active');
  const pending = keys.find(({ state }) => state === 'pending');
  const columns = services.keyedColumns.filter(({ purpose }) => purpose === row.purpose);
  const [items, former] = [active ? await countLeft(db, columns, active.key_id) : 0, { n: 0 }];
  for (const { key_id: keyId } of keys.filter(({ state }) => state === 'retiring')) former.n += await countLeft(db, columns, keyId);
  const shown = pending ?? active;
  const held = terminalPurposes.includes(row.purpose) && shown ? await holdersOf(db, [shown.key_id], services.now()) : undefined;
  const rotatesAt = dueAt(active?.active_at ?? null, row.rotate_days);
  return {
    ...stampsOf(row),
    purpose: row.purpose,
    rotateDays: row.rotate_days,
    algorithm: row.algorithm,
    keyId: active?.key_id ?? null,
    activeAt: active?.active_at ?? null,
    rotatesAt,
    rotation: rotationOf(rotatesAt, services.now()),
    pendingId: pending?.id ?? null,
    terminals: (shown && held?.get(shown.key_id)) ?? null,
    items: items + former.n,
    former: former.n,
    clear: row.purpose === fileColumn.purpose ? await clearFiles(db) : 0,
  };
}

async function clearFiles(db: Db): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*) as n from file_clear`.execute(db);
  return rows[0]?.n ?? 0;
}

const orders = { createdAt: sql`k.created_at`, activeAt: sql`k.active_at`, purpose: sql`k.purpose`, state: sql`k.state` };

/** A page of keys, the newest first. */
export async function listKeys(means: Means, input: Parsed<typeof keyList>): Promise<Reply<typeof keyList>> {
  const where: RawBuilder<boolean>[] = [];
  if (input.purpose) where.push(sql`k.purpose = ${input.purpose}`);
  if (input.state) where.push(sql`k.state = ${input.state}`);
  const source = {
    columns: sql`k.*, s.rotate_days`,
    from: sql`encryption_key k join encryption_setting s on s.purpose = k.purpose`,
    where,
    order: orderOf(input.sort ?? '-createdAt', orders, sql`k.id`),
  };
  const { list, ...counted } = await readPage<Key & { rotate_days: number }>(means.db, source, input);
  return { list: await Promise.all(list.map((row) => keyView(means, row))), ...counted };
}

/** One key, without its value. */
export async function getKey(means: Means, id: string): Promise<KeyView> {
  const row = await means.db
    .selectFrom('encryption_key')
    .innerJoin('encryption_setting', 'encryption_setting.purpose', 'encryption_key.purpose')
    .selectAll('encryption_key')
    .select('rotate_days')
    .where('encryption_key.id', '=', id)
    .executeTakeFirstOrThrow();
  return keyView(means, row);
}

async function keyView({ db, services }: Means, row: Key & { rotate_days: number }): Promise<KeyView> {
  const columns = services.keyedColumns.filter(({ purpose }) => purpose === row.purpose);
  const held = terminalPurposes.includes(row.purpose) && row.state !== 'destroyed';
  return {
    ...stampsOf(row),
    keyId: row.key_id,
    purpose: row.purpose,
    algorithm: row.algorithm,
    state: row.state,
    activeAt: row.active_at,
    retiringAt: row.retiring_at,
    retiredAt: row.retired_at,
    destroyedAt: row.destroyed_at,
    rotatesAt: row.state === 'active' ? dueAt(row.active_at, row.rotate_days) : null,
    terminals: held ? ((await holdersOf(db, [row.key_id], services.now())).get(row.key_id) ?? null) : null,
    left: await countLeft(db, columns, row.key_id),
  };
}
