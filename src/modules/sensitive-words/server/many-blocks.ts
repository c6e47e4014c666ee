import { sql } from 'kysely';
import type { CoreServices } from '#kit/server/services.ts';
import { local, type WarningKind } from '#kit/server/warning/warning-kind.ts';
import { wordPage } from '../common/permissions.ts';
import { writeHits } from './hits.ts';
import { wordSettings } from './setting.ts';

const dayMillis = 86_400_000;

/** Alert: a person repeatedly tries to send refused texts. */
export const manyBlocks: WarningKind = {
  kind: 'words.manyBlocks',
  title: local('多次发送被拦截的内容', 'Texts of one person refused again and again', '送信拒否の繰り返し'),
  sentence: local(
    '{name} 在 24 小时内有 {blocks} 条内容因敏感词被拦截',
    '{blocks} texts of {name} were refused for sensitive words within 24 hours',
    '{name} の {blocks} 件の送信が、24 時間以内に禁止語により拒否されました',
  ),
  severity: 'warning',
  moment: true,
  facts: { blocks: { label: local('拦截次数', 'Texts refused', '拒否件数'), as: 'number' } },
  link: () => `${wordPage.route}?tab=hit&level=block`,
};

/** Writes down what was found in a text, and alerts where it is one of too many of the same person that were refused within a day. */
export async function noteFound(services: CoreServices, found: Parameters<typeof writeHits>[2]): Promise<void> {
  const { db } = services.database;
  await writeHits(db, services, found);
  const { uid } = found.written;
  if (found.verdict.verdict !== 'block' || uid === null) return;
  const { blocksPerDay: most } = await wordSettings.read(db);
  if (most === 0) return;
  // Hits of one text were written down at one moment.
  const { rows } = await sql<{ blocks: number }>`select count(distinct at)::int as blocks from word_hit
    where sender_id = ${uid}::uuid and level = 'block' and not observe and at > ${services.now() - dayMillis}`.execute(db);
  const { blocks } = rows[0]!;
  if (blocks < most) return;
  const name = (await services.directory.people(db, [uid])).get(uid)?.name ?? '';
  await services.warnings.raise(db, { kind: manyBlocks.kind, object: { kind: 'employee', id: uid, name }, facts: { blocks } });
}
