import type { Db } from '#kit/server/directory.ts';
import type { Services } from '#kit/server/services.ts';
import { local, type WarningKind } from '#kit/server/warning/warning-kind.ts';
import type { WarningSeverity } from '#kit/common/warning/warning-facts.ts';
import { serversPage as page } from '../common/permissions.ts';
import { checkFailures, type CheckReport } from '../common/server-facts.ts';
import { en_US } from '../locales/en_US.ts';
import { ja_JP } from '../locales/ja_JP.ts';
import { zh_CN } from '../locales/zh_CN.ts';
import { certificateEnd } from './check.service.ts';
import { goneMillis, listNodes } from './nodes.ts';

const dayMillis = 86_400_000;
const toServer = ({ id }: { readonly id: string }): string => `${page.route}?tab=servers&id=${id}`;
const toNodes = (): string => `${page.route}?tab=nodes`;
const reason = {
  label: local('原因', 'Reason', '原因'),
  words: Object.fromEntries(
    checkFailures.map((one) => [one, local(zh_CN[`failure.${one}`], en_US[`failure.${one}`], ja_JP[`failure.${one}`])]),
  ),
};
const address = { label: local('地址', 'Address', 'アドレス'), as: 'text' as const };

/** What this module may say is wrong. */
export const serverWarnings: readonly WarningKind[] = [
  {
    kind: 'certificate.ending',
    title: local('证书即将到期', 'A certificate ends', '証明書の期限'),
    sentence: local(
      '“{name}”的证书将在 {days} 天后到期',
      'The certificate of {name} ends in {days} days',
      '「{name}」の証明書はあと {days} 日で切れます',
    ),
    severity: 'info',
    clearMinutes: 0,
    parameters: { days: { label: local('提前天数', 'Days before', '事前日数'), value: 60, min: 1, max: 365 } },
    facts: {
      days: { label: local('剩余天数', 'Days left', '残り日数'), as: 'number' },
      endsAt: { label: local('到期时间', 'Ends', '期限'), as: 'time' },
    },
    link: toServer,
  },
  {
    kind: 'check.down',
    title: local('服务器无法访问', 'A server does not answer', 'サーバーが応答しない'),
    sentence: local(
      '服务器“{name}”无法访问：{reason}',
      'Server {name} does not answer: {reason}',
      'サーバー「{name}」が応答しません：{reason}',
    ),
    severity: 'error',
    forMinutes: 2,
    facts: { reason, address },
    link: toServer,
  },
  {
    kind: 'check.degraded',
    title: local('服务器缓慢或部分不可用', 'A server is slow or answers in part', 'サーバーが遅い、または一部応答しない'),
    sentence: local(
      '服务器“{name}”缓慢或部分地址不可用',
      'Server {name} is slow or some of its addresses do not answer',
      'サーバー「{name}」が遅いか、一部のアドレスが応答しません',
    ),
    severity: 'warning',
    forMinutes: 5,
    facts: { reason, address },
    follows: ['check.down'],
    link: toServer,
  },
  {
    kind: 'node.gone',
    title: local('节点失联', 'A process is gone', 'ノードの消失'),
    sentence: local('节点 {name} 已失联', 'Process {name} is gone', 'ノード {name} が応答しません'),
    severity: 'error',
    link: toNodes,
  },
  {
    kind: 'version.mixed',
    title: local('多个版本同时运行', 'Several versions run', '複数の版が稼働'),
    sentence: local(
      '同时运行着多个版本：{versions}',
      'Several versions run at the same time: {versions}',
      '複数の版が同時に稼働しています：{versions}',
    ),
    severity: 'warning',
    forMinutes: 60,
    facts: { versions: { label: local('版本', 'Versions', '版'), as: 'text' } },
    link: toNodes,
  },
  {
    kind: 'clock.skew',
    title: local('时钟偏差', 'Clocks differ', '時計のずれ'),
    sentence: local(
      '节点 {name} 的时钟与数据库相差 {ms} 毫秒',
      'The clock of {name} differs from the database’s by {ms} ms',
      '{name} の時計がデータベースと {ms} ミリ秒ずれています',
    ),
    severity: 'warning',
    forMinutes: 1,
    parameters: { ms: { label: local('毫秒', 'Milliseconds', 'ミリ秒'), value: 2_000, min: 100, max: 600_000 } },
    facts: { ms: { label: local('毫秒', 'Milliseconds', 'ミリ秒'), as: 'number' } },
    link: toNodes,
  },
];

type Means = Pick<Services, 'warnings' | 'database' | 'now'>;

/** How bad it is that a certificate ends in so many days. */
const severityOf = (days: number): WarningSeverity => (days <= 1 ? 'critical' : days <= 7 ? 'error' : days <= 30 ? 'warning' : 'info');

/** Raises alerts for a check's findings, or resolves them. */
export async function tellCheck(
  { warnings, now }: Means,
  db: Db,
  server: { id: string; name: string },
  report: CheckReport,
): Promise<void> {
  const object = { kind: 'serverConfig', id: server.id, name: server.name };
  const bad = report.addresses.find(({ ok, failure }) => !ok && failure !== 'denied');
  const facts = { reason: bad?.failure ?? '', address: bad?.address ?? '' };
  if (report.state === 'failing') await warnings.raise(db, { kind: 'check.down', object, facts });
  else await warnings.clear(db, 'check.down', server.id);
  if (report.state === 'slow') await warnings.raise(db, { kind: 'check.degraded', object, facts });
  else await warnings.clear(db, 'check.degraded', server.id);
  const endsAt = certificateEnd(report);
  // A check that saw no certificate says nothing of it.
  if (endsAt === null) return;
  const days = Math.floor((endsAt - now()) / dayMillis);
  const { days: before = 60 } = await warnings.parameters(db, 'certificate.ending');
  if (days > before) await warnings.clear(db, 'certificate.ending', server.id);
  else await warnings.raise(db, { kind: 'certificate.ending', object, facts: { days, endsAt }, severity: severityOf(days) });
}

/** Looks at the processes: who is gone, whose clock is off, whether several versions run. */
export async function notifyNodes({ warnings, database, now }: Means): Promise<void> {
  const { db } = database;
  const nodes = await listNodes(db, now());
  const { ms: most = 2_000 } = await warnings.parameters(db, 'clock.skew');
  for (const node of nodes) {
    const object = { kind: 'node', id: node.id, name: `${node.host} (${node.pid})` };
    // Who was gone long ago was told of then, and another process took its place.
    if (node.gone && node.seenAt > now() - 10 * goneMillis) await warnings.raise(db, { kind: 'node.gone', object });
    else await warnings.clear(db, 'node.gone', node.id);
    if (!node.gone && Math.abs(node.skew) > most) await warnings.raise(db, { kind: 'clock.skew', object, facts: { ms: node.skew } });
    else await warnings.clear(db, 'clock.skew', node.id);
  }
  const versions = [...new Set(nodes.filter(({ gone }) => !gone).map(({ version }) => version))].toSorted();
  if (versions.length > 1)
    await warnings.raise(db, {
      kind: 'version.mixed',
      object: { kind: 'product', id: 'product', name: 'Wheelhouse' },
      facts: { versions: versions.join(', ') },
    });
  else await warnings.clear(db, 'version.mixed', 'product');
}
