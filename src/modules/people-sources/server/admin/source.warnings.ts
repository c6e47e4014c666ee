import type { Db } from '#kit/server/directory.ts';
import type { Services } from '#kit/server/services.ts';
import { local, type WarningKind } from '#kit/server/warning/warning-kind.ts';
import { sourcePage } from '../../common/source.permissions.ts';

const link = ({ id }: { readonly id: string }): string => `${sourcePage.route}?view=log&id=${id}`;

/** What may go wrong with sources of people. */
export const sourceWarnings: readonly WarningKind[] = [
  {
    kind: 'source.held',
    title: local('同步被安全阈值拦下', 'A source is held by its safety threshold', '同期が安全しきい値で保留'),
    sentence: local(
      '来源“{name}”的计划被安全阈值拦下：{number}，上限 {limit}；放行或拒绝之前不会应用，也不会再自动同步',
      'The plan of source {name} is held by the brake: {number} of at most {limit}. Nothing is applied and nothing is read by schedule until it is released or rejected',
      'ソース「{name}」の計画は安全しきい値で保留されています：{number}（上限 {limit}）。許可または却下するまで適用も自動同期も行われません',
    ),
    severity: 'error',
    facts: {
      rule: { label: local('规则', 'Rule', 'ルール') },
      number: { label: local('数量', 'Number', '件数'), as: 'number' },
      limit: { label: local('上限', 'Limit', '上限'), as: 'number' },
    },
    link,
  },
  {
    kind: 'source.failing',
    title: local('来源连续读取失败', 'A source failed twice', 'ソースの読み取りが連続して失敗'),
    sentence: local(
      '来源“{name}”已连续 {failures} 次读取失败',
      'Source {name} could not be read {failures} times in a row',
      'ソース「{name}」は {failures} 回続けて読み取りに失敗しました',
    ),
    severity: 'error',
    facts: {
      failures: { label: local('连续失败次数', 'Failures in a row', '連続失敗回数'), as: 'number' },
      reason: { label: local('原因', 'Reason', '理由') },
    },
    link,
  },
  {
    kind: 'source.late',
    title: local('来源长时间未成功同步', 'A source is late', 'ソースの同期が遅延'),
    sentence: local(
      '来源“{name}”已超过 {hours} 小时没有成功同步',
      'Source {name} had no good run for more than {hours} hours',
      'ソース「{name}」は {hours} 時間以上正常に同期されていません',
    ),
    severity: 'warning',
    facts: { hours: { label: local('小时', 'Hours', '時間'), as: 'number' } },
    link,
  },
  {
    kind: 'source.conflict',
    title: local('同步存在冲突', 'A source has conflicts', '同期に競合あり'),
    sentence: local(
      '来源“{name}”有 {count} 行对应不止一个人，需要人工确认',
      '{count} rows of source {name} fit more than one person and wait for a decision',
      'ソース「{name}」の {count} 行は複数の従業員に該当し、判断が必要です',
    ),
    severity: 'warning',
    facts: { count: { label: local('行数', 'Rows', '行数'), as: 'number' } },
    link,
  },
];

/** Nothing is wrong with a source any more: it is gone, or these of its troubles are over. */
export async function sourceIsRight(
  tx: Db,
  services: Pick<Services, 'warnings'>,
  id: string,
  kinds = sourceWarnings.map(({ kind }) => kind),
): Promise<void> {
  for (const kind of kinds) await services.warnings.clear(tx, kind, id);
}
