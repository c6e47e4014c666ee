import type { LocalText } from '#kit/common/language.ts';
import { local, type WarningKind } from '#kit/server/warning/warning-kind.ts';

/** What a warning of a halt is called, how its gates are called, and where the rollout stands in the console. */
type HaltDraft = Pick<WarningKind, 'kind' | 'title'> & {
  readonly gates: Readonly<Record<string, LocalText>>;
  readonly page: (id: string) => string;
};

/** The warning that a rollout of some kind of versions halted by itself. */
export const haltWarningOf = ({ kind, title, gates, page }: HaltDraft): WarningKind => ({
  kind,
  title,
  sentence: local(
    '{name} 的灰度发布已自动中止：{gate} {value}%，上限 {limit}%',
    'The rollout of {name} halted: {gate} {value}% of at most {limit}%',
    '{name} の段階的公開を停止しました：{gate} {value}%（上限 {limit}%）',
  ),
  severity: 'critical',
  facts: {
    gate: { label: local('门限', 'Gate', 'ゲート'), words: gates },
    value: { label: local('实测 %', 'Measured %', '実測 %') },
    limit: { label: local('上限 %', 'Limit %', '上限 %') },
    sample: { label: local('样本', 'Terminals', '端末数') },
  },
  link: ({ id }) => page(id),
});

/** A rollout of an app halted by itself. */
export const haltWarning = haltWarningOf({
  kind: 'rollout.halted',
  title: local('灰度发布自动中止', 'A rollout halted by itself', '段階的公開の自動停止'),
  gates: {
    crash: local('崩溃', 'crashes', 'クラッシュ'),
    install: local('安装失败', 'install failures', 'インストール失敗'),
    silence: local('失联', 'silent terminals', '無応答'),
  },
  page: (id) => `/mam_app_management/mam_app_management_version_view/-/${id}/version_info`,
});
