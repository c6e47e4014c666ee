import { sql, type Selectable } from 'kysely';
import type { z } from 'zod';
import type { Parsed } from '#kit/common/contract.ts';
import type { Caller } from '#kit/server/caller.ts';
import { changeObjects } from '#kit/server/change/change-objects.ts';
import type { Fields, Kind } from '#kit/server/change/kind.ts';
import { siteKind } from '#kit/server/change/site-kind.ts';
import { tableKind } from '#kit/server/change/table-kind.ts';
import type { Db, Tx } from '#kit/server/directory.ts';
import { newId } from '#kit/server/ids.ts';
import { stampsOf } from '#kit/server/stamps.ts';
import { wordPage as page } from '../common/permissions.ts';
import type { wordSettingRow, wordSettingUpdate } from '../common/word-list.contract.ts';
import type { WordSettingTable } from './words.table.ts';

/** How texts are compared, in the change engine: one object, for the whole site. */
export const wordSettingKind: Kind = siteKind(
  tableKind({
    kind: 'wordSetting',
    module: 'sensitive-words',
    codes: { read: page.code, revert: page.button.saveSetting },
    table: 'word_setting',
    name: 'evidenceDays',
    fields: {
      foldAccents: { column: 'fold_accents' },
      digitsAsLetters: { column: 'digits_as_letters' },
      foldTraditional: { column: 'fold_traditional' },
      blockText: { column: 'block_text' },
      evidenceDays: { column: 'evidence_days' },
      blocksPerDay: { column: 'blocks_per_day' },
      terminalCheck: { column: 'terminal_check' },
    },
  }),
);

/** The setting has its row from the first start on. */
export async function seedSetting(db: Db, now: number): Promise<void> {
  const text = {
    zh_CN: '消息包含不允许发送的内容',
    en_US: 'The message holds words that are not allowed',
    ja_JP: '送信できない語が含まれています',
  };
  const stamps = { version: 1, created_at: now, created_by: null, updated_at: now, updated_by: null };
  const compared = { fold_accents: true, digits_as_letters: false, fold_traditional: true };
  const effects = { evidence_days: 90, blocks_per_day: 10, terminal_check: false };
  const values = { id: newId(), ...stamps, ...compared, ...effects };
  await db.transaction().execute(async (tx) => {
    await sql`lock table word_setting in share row exclusive mode`.execute(tx);
    const there = await tx.selectFrom('word_setting').select('id').executeTakeFirst();
    if (!there)
      await tx
        .insertInto('word_setting')
        .values({ ...values, block_text: sql`${JSON.stringify(text)}::jsonb` })
        .execute();
  });
}

/** The one row of the setting. */
export const readSetting = (db: Db): Promise<Selectable<WordSettingTable>> =>
  db.selectFrom('word_setting').selectAll().executeTakeFirstOrThrow();

/** The setting as it leaves. */
export async function getSetting(db: Db): Promise<z.output<typeof wordSettingRow>> {
  const row = await readSetting(db);
  return {
    ...stampsOf(row),
    foldAccents: row.fold_accents,
    digitsAsLetters: row.digits_as_letters,
    foldTraditional: row.fold_traditional,
    blockText: row.block_text,
    evidenceDays: row.evidence_days,
    blocksPerDay: row.blocks_per_day,
    terminalCheck: row.terminal_check,
  };
}

/** Changes fields of the setting. */
export async function saveSetting(tx: Tx, caller: Caller, { version, ...fields }: Parsed<typeof wordSettingUpdate>): Promise<void> {
  const { id } = await readSetting(tx);
  await changeObjects(tx, caller, wordSettingKind, [{ id, version, fields: fields as Fields }]);
}
