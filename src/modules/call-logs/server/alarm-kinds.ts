import { local, type WarningKind } from '#kit/server/warning/warning-kind.ts';
import { callsPage } from '../common/permissions.ts';

const facts = {
  rule: { label: local('规则', 'Rule', 'ルール') },
  calls: { label: local('调用次数', 'Calls', '呼び出し回数'), as: 'number' },
  interfaces: { label: local('涉及的接口', 'Interfaces', '対象のインターフェース') },
} as const;

const linkTo = (more: string) => (object: { readonly id: string }) => {
  const [, systemId = ''] = object.id.split(':');
  return `${callsPage.route}?systemId=${systemId}${more}`;
};

/** Too many calls of a system fail. */
const failures: WarningKind = {
  kind: 'interface.failures',
  title: local('接口失败率过高', 'Too many calls of interfaces fail', 'インターフェースの失敗率が高い'),
  sentence: local(
    '系统 {name} 的接口失败率为 {share} %（{minutes} 分钟内 {calls} 次调用）：{interfaces}',
    '{share} % of the calls of {name} failed ({calls} calls in {minutes} minutes): {interfaces}',
    '{name} の失敗率が {share} % です（{minutes} 分間に {calls} 件）：{interfaces}',
  ),
  severity: 'error',
  repeatHours: 1,
  facts: {
    ...facts,
    share: { label: local('失败率（%）', 'Failures in per cent', '失敗率（%）'), as: 'number' },
    minutes: { label: local('分钟', 'Minutes', '分'), as: 'number' },
  },
  link: linkTo('&failed=true'),
};

/** A system answers slowly. */
const slow: WarningKind = {
  kind: 'interface.slow',
  title: local('接口响应缓慢', 'Interfaces are slow', 'インターフェースの応答が遅い'),
  sentence: local(
    '系统 {name} 的 95 % 分位耗时为 {p95} 毫秒（{minutes} 分钟内 {calls} 次调用）：{interfaces}',
    '95 % of the calls of {name} took up to {p95} ms ({calls} calls in {minutes} minutes): {interfaces}',
    '{name} の95パーセンタイルが {p95} ms です（{minutes} 分間に {calls} 件）：{interfaces}',
  ),
  severity: 'warning',
  repeatHours: 1,
  facts: {
    ...facts,
    p95: { label: local('95 % 分位（毫秒）', '95th percentile (ms)', '95パーセンタイル（ms）'), as: 'number' },
    minutes: { label: local('分钟', 'Minutes', '分'), as: 'number' },
  },
  link: linkTo(''),
};

/** Nobody calls a system any more. */
const silent: WarningKind = {
  kind: 'interface.silent',
  title: local('接口长时间无调用', 'Interfaces are not called any more', 'インターフェースの呼び出しが途絶えた'),
  sentence: local(
    '系统 {name} 在工作时间内已 {hours} 小时没有调用',
    'Nobody called {name} for {hours} working hours',
    '{name} は業務時間中に {hours} 時間呼び出されていません',
  ),
  severity: 'warning',
  facts: { rule: facts.rule, hours: { label: local('小时', 'Hours', '時間'), as: 'number' } },
  link: linkTo(''),
};

/** What may go wrong with interfaces, as rules find it. */
export const alarmKinds: readonly WarningKind[] = [failures, slow, silent];
