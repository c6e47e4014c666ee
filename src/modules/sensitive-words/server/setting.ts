import { sql } from 'kysely';
import type { Db } from '#kit/server/directory.ts';
import { newId } from '#kit/server/ids.ts';
import { settingServer } from '#kit/server/setting/setting-server.ts';
import { wordSetting } from '../common/word-list.contract.ts';
import './words.table.ts';

/** How texts are compared. */
export const wordSettings = settingServer(wordSetting, { table: 'word_setting', name: 'evidenceDays' });

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
