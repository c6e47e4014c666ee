import type { LocalText } from '#kit/common/language.ts';
import type { Db } from '#kit/server/directory.ts';
import type { CoreServices } from '#kit/server/services.ts';
import { local, type WarningKind } from '#kit/server/warning/warning-kind.ts';

const reasons = {
  rejected: local('系统拒绝了请求（HTTP 4xx）', 'The system rejected the call (HTTP 4xx)', 'システムが呼び出しを拒否（HTTP 4xx）'),
  serverError: local('系统内部错误', 'Errors of the system', 'システムのエラー'),
  notUnderstood: local('应答无法识别', 'The answer was not understood', '応答を解釈できない'),
  timeout: local('超时', 'No answer in time', 'タイムアウト'),
  connection: local('无法连接', 'No connection', '接続できない'),
  tls: local('加密连接不可信', 'No trusted encrypted connection', '信頼できない暗号化接続'),
  egress: local('地址不允许访问', 'The address may not be reached', '許可されていないアドレス'),
  breaker: local('系统连续失败，暂缓调用', 'The system kept failing', '失敗が続いたため呼び出しを保留'),
  interface: local('接口调用失败', 'The interface failed', 'インターフェースの呼び出しに失敗'),
  noAddress: local('没有应答地址', 'No address for answers', '応答先がない'),
  stopped: local('调用中断', 'The call was interrupted', '呼び出しが中断'),
};

/** What may go wrong with answers. */
export const todoWarnings: readonly WarningKind[] = [
  {
    kind: 'todo.answerFailed',
    title: local('待办答复未送达', 'An answer to a to-do failed', 'ToDo の回答が届かない'),
    sentence: local(
      '业务系统“{name}”有答复未能送达：{reason}',
      'An answer to the business system “{name}” failed: {reason}',
      '業務システム「{name}」への回答が届きませんでした：{reason}',
    ),
    severity: 'error',
    moment: true,
    facts: { reason: { label: local('原因', 'Reason', '理由'), words: reasons } },
    link: ({ id }) => `/mms_general_form/manager?tab=answer&answer.systemId=${id}&answer.state=failed`,
  },
];

/** Raises the warning that an answer did not reach its system. */
export const raiseFailed = (
  tx: Db,
  services: Pick<CoreServices, 'warnings'>,
  { id, name, reason }: { readonly id: string; readonly name: LocalText; readonly reason: string },
): Promise<unknown> =>
  services.warnings.raise(tx, { kind: 'todo.answerFailed', object: { kind: 'todoSystem', id, name }, facts: { reason } });
