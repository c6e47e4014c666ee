import type { Services } from '#kit/server/services.ts';
import { local, type WarningKind } from '#kit/server/warning/warning-kind.ts';
import { noticeMail } from '../common/permissions.ts';
import { mailHealthOf } from './sending-state.ts';

const outbox = `${noticeMail.route}?tab=outbox`;
const waiting = { label: local('等待中', 'Waiting', '待機中'), as: 'number' as const };
const oldest = { label: local('最早排队时间', 'Oldest', '最古の登録日時'), as: 'time' as const };

/** What is said when mail does not leave; never by mail. */
export const mailWarnings: readonly WarningKind[] = [
  {
    kind: 'mail.failing',
    title: local('邮件发送失败', 'Mail fails', 'メール送信の失敗'),
    sentence: local(
      '邮件无法发出：15 分钟内失败 {failed} 封，等待 {waiting} 封',
      'Mail does not leave: {failed} failed within 15 minutes, {waiting} wait',
      'メールを送信できません：15 分間に {failed} 通失敗、{waiting} 通待機',
    ),
    severity: 'error',
    facts: { failed: { label: local('15 分钟内失败', 'Failed in 15 minutes', '15 分間の失敗'), as: 'number' }, waiting },
    link: () => outbox,
    notBy: ['mail'],
  },
  {
    kind: 'mail.queue',
    title: local('邮件积压', 'Mail waits', 'メールの滞留'),
    sentence: local(
      '邮件排队超过 30 分钟，等待 {waiting} 封',
      'Mail has waited for more than 30 minutes; {waiting} wait',
      'メールが 30 分以上滞留しています。待機 {waiting} 通',
    ),
    severity: 'warning',
    facts: { waiting, oldestAt: oldest },
    link: () => outbox,
    notBy: ['mail'],
  },
];

/** Looks at the outbox and says what is wrong, or that it is right again. */
export async function watchMail(services: Services): Promise<void> {
  const { failing, late, waiting: waits, failed, oldestAt } = await mailHealthOf(services);
  const { db } = services.database;
  const object = { kind: 'mail', id: 'outbox', name: 'SMTP' };
  if (failing) await services.warnings.raise(db, { kind: 'mail.failing', object, facts: { failed, waiting: waits } });
  else await services.warnings.clear(db, 'mail.failing', object.id);
  if (late)
    await services.warnings.raise(db, { kind: 'mail.queue', object, facts: { waiting: waits, ...(oldestAt !== null && { oldestAt }) } });
  else await services.warnings.clear(db, 'mail.queue', object.id);
}
