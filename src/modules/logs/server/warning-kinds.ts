import { local, type WarningKind } from '#kit/server/warning/warning-kind.ts';
import { operationLog } from '../common/permissions.ts';

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
    delay: { label: local('延迟（分钟）', 'Delay in minutes', '遅延（分）'), as: 'number' },
    rows: { label: local('待发送', 'Waiting rows', '送信待ち'), as: 'number' },
    reason: { label: local('原因', 'Reason', '理由') },
  },
  link: ({ id }) => `${operationLog.route}?view=stream&id=${id}`,
};

/** A day of a log was signed: nothing is wrong, but whoever keeps its root elsewhere can prove the day later. Off until it is requested. */
export const dayRoot: WarningKind = {
  kind: 'audit.root',
  title: local('日志日根签名', 'Signed days of the logs', 'ログの日の署名'),
  sentence: local('「{name}」{day} 的日根：{root}', '{name}, {day}: root {root}', '{name}、{day} のルート：{root}'),
  severity: 'info',
  moment: true,
  off: true,
  digest: 'daily',
  facts: {
    day: { label: local('日期（UTC）', 'Day (UTC)', '日（UTC）') },
    root: { label: local('日根', 'Root', 'ルート') },
    key: { label: local('签名密钥', 'Signing key', '署名鍵') },
  },
  link: ({ id }) => `${operationLog.route}?view=seal&id=${id}`,
};

/** What may go wrong with the logs. */
export const logsWarnings: readonly WarningKind[] = [lag, dayRoot];
