import { inEach, pick } from '#kit/common/language.ts';
import type { Db } from '#kit/server/directory.ts';
import type { CoreServices } from '#kit/server/services.ts';
import { local, type WarningKind } from '#kit/server/warning/warning-kind.ts';
import { noteInAccounts } from '#modules/public-accounts/server/public.ts';
import type { Push } from '../push/push-record.ts';

const reasons = {
  failures: local('失败比例过高', 'Too many failures', '失敗が多い'),
  serviceDown: local('消息服务没有响应', 'The messaging service does not answer', 'メッセージサービスが応答しない'),
  accountDisabled: local('公众号已停用', 'The account is disabled', 'アカウントが無効'),
  contentGone: local('内容已撤下或删除', 'The content was withdrawn or deleted', 'コンテンツが取り下げられたか削除された'),
  audienceChanged: local('受众变化较大', 'The audience changed', '対象者が変わった'),
  internal: local('内部错误', 'An internal error', '内部エラー'),
};

const link = ({ id, facts }: { id: string; facts: Record<string, unknown> }): string =>
  `/mpm_material_management/push_log_detail/${id}/${String(facts['snoId'])}`;

/** What may go wrong with pushes. */
export const pushWarnings: readonly WarningKind[] = [
  {
    kind: 'push.paused',
    title: local('推送自动暂停', 'A push paused', '配信の自動停止'),
    sentence: local('推送“{name}”已暂停：{reason}', 'The push “{name}” paused: {reason}', '配信「{name}」が停止しました：{reason}'),
    severity: 'error',
    facts: {
      reason: { label: local('原因', 'Reason', '理由'), words: reasons },
      errors: { label: local('常见错误', 'Most frequent errors', '多いエラー') },
    },
    link: ({ id, facts }) => link({ id, facts: { ...facts } }),
  },
  {
    kind: 'push.miscounted',
    title: local('推送计数不一致', 'Figures of a push did not agree', '配信の数の不一致'),
    sentence: local(
      '推送“{name}”有 {count} 人计数不一致，已修正',
      'The push “{name}” had {count} people in no state; it was repaired',
      '配信「{name}」で {count} 人の数が合わなかったため修復しました',
    ),
    severity: 'error',
    moment: true,
    facts: { count: { label: local('人数', 'People', '人数') } },
    link: ({ id, facts }) => link({ id, facts: { ...facts } }),
  },
];

/** Says that a push stands still by itself, to who is told of warnings and in the account's log. */
export async function raisePaused(
  tx: Db,
  services: CoreServices,
  push: Push,
  facts: { readonly reason: string; readonly errors?: string },
): Promise<void> {
  const name = pick(push.title, 'zh_CN');
  await services.warnings.raise(tx, {
    kind: 'push.paused',
    object: { kind: 'push', id: push.id, name: inEach(push.title) },
    facts: { ...facts, snoId: push.sno_id },
  });
  await noteInAccounts(tx, [
    {
      snoId: push.sno_id,
      tab: 'delivery',
      kind: 'push.paused',
      ref: { id: push.id, name },
      result: 'failed',
      reason: facts.reason,
      detail: facts,
    },
  ]);
}

/** Says that figures were repaired. */
export async function raiseMiscounted(tx: Db, services: CoreServices, push: Push, people: number): Promise<void> {
  await services.warnings.raise(tx, {
    kind: 'push.miscounted',
    object: { kind: 'push', id: push.id, name: inEach(push.title) },
    facts: { count: people, snoId: push.sno_id },
  });
}
