import { local, type WarningKind } from '#kit/server/warning/warning-kind.ts';
import { operationLog } from '../common/permissions.ts';

/** A log is not as it was sealed. */
const seal: WarningKind = {
  kind: 'audit.seal',
  title: local('日志封存被破坏', 'The seal of a log is broken', 'ログの封印が破損している'),
  sentence: local(
    '日志 {name} 在 {day} 的封存于第 {seq} 条处被破坏',
    'The seal of log {name} is broken on {day} at row {seq}',
    'ログ {name} の {day} の封印が {seq} 番の記録で破損しています',
  ),
  severity: 'critical',
  facts: {
    day: { label: local('日期（UTC）', 'Day (UTC)', '日付（UTC）') },
    seq: { label: local('序号', 'Place', '番号'), as: 'number' },
    damage: { label: local('问题', 'Damage', '異常') },
  },
  link: () => `${operationLog.route}?view=seal`,
};

/** Minutes of delay from which a stream is told of. */
const minutes = { label: local('延迟分钟数', 'Minutes of delay', '遅延の分数'), value: 10, min: 1, max: 1_440 };

/** A receiver of the logs gets them late. */
const lag: WarningKind = {
  kind: 'siem.lag',
  title: local('日志流延迟', 'A stream of the logs lags', 'ログのストリームが遅れている'),
  sentence: local(
    '日志流 {name} 已延迟 {delay} 分钟，{rows} 条日志待发送',
    'Stream {name} is {delay} minutes late; {rows} rows wait',
    'ストリーム {name} は {delay} 分遅れており、{rows} 件が送信待ちです',
  ),
  severity: 'warning',
  parameters: { minutes },
  facts: {
    delay: { label: local('延迟', 'Delay', '遅延'), as: 'minutes' },
    rows: { label: local('待发送', 'Waiting rows', '送信待ち'), as: 'number' },
    reason: { label: local('原因', 'Reason', '理由') },
  },
  link: ({ id }) => `${operationLog.route}?view=stream&id=${id}`,
};

/** What may go wrong with the logs. */
export const logsWarnings: readonly WarningKind[] = [seal, lag];
