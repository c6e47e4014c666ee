import { sql } from 'kysely';
import type { LocalDraft } from '#kit/common/language.ts';
import { inEach } from '#kit/common/language.ts';
import type { Tx } from '#kit/server/directory.ts';
import type { Services } from '#kit/server/services.ts';
import { local, type WarningKind } from '#kit/server/warning/warning-kind.ts';
import type { RolloutHalt } from '../../common/release.contract.ts';

/** A rollout halted by itself. */
export const haltWarning: WarningKind = {
  kind: 'rollout.halted',
  title: local('灰度发布自动中止', 'A rollout halted by itself', '段階的公開の自動停止'),
  sentence: local(
    '{name} 的灰度发布已自动中止：{gate} {value}%，上限 {limit}%',
    'The rollout of {name} halted: {gate} {value}% of at most {limit}%',
    '{name} の段階的公開を停止しました：{gate} {value}%（上限 {limit}%）',
  ),
  severity: 'critical',
  facts: {
    gate: {
      label: local('门限', 'Gate', 'ゲート'),
      words: {
        crash: local('崩溃', 'crashes', 'クラッシュ'),
        install: local('安装失败', 'install failures', 'インストール失敗'),
        silence: local('失联', 'silent terminals', '無応答'),
      },
    },
    value: { label: local('实测 %', 'Measured %', '実測 %') },
    limit: { label: local('上限 %', 'Limit %', '上限 %') },
    sample: { label: local('样本', 'Terminals', '端末数') },
  },
  link: ({ id }) => `/mam_app_management/mam_app_management_version_view/-/${id}/version_info`,
};

/** Says that a rollout halted, to whom the rules of warnings name. */
export async function warnOfHalt(
  tx: Tx,
  services: Pick<Services, 'warnings'>,
  versionId: string,
  { gate, value, limit, sample }: RolloutHalt,
): Promise<void> {
  const { rows } = await sql<{
    name: LocalDraft;
    version_name: string;
    owner_dept_id: string;
  }>`select a.name, v.version_name, a.owner_dept_id
    from app_version v join app a on a.id = v.app_id where v.id = ${versionId}::uuid`.execute(tx);
  const [row] = rows;
  if (!row) return;
  const names = inEach(row.name);
  await services.warnings.raise(tx, {
    kind: haltWarning.kind,
    object: {
      kind: 'appVersion',
      id: versionId,
      name: {
        zh_CN: `${names.zh_CN} ${row.version_name}`,
        en_US: `${names.en_US} ${row.version_name}`,
        ja_JP: `${names.ja_JP} ${row.version_name}`,
      },
      deptId: row.owner_dept_id,
    },
    facts: { gate, value: String(value), limit: String(limit), sample: String(sample) },
  });
}
