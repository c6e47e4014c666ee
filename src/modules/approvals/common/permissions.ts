import { menu } from '#kit/common/permission.ts';

/** Risky changes that wait for others to agree: requests, and the policies that make them wait. */
export const changeApproval = menu({
  code: 'sys_change_approval',
  route: '/sys_change_approval',
  parent: 'sys',
  title: { zh_CN: '变更审批', en_US: 'Change approvals', ja_JP: '変更の承認' },
  icon: 'audit',
  order: 80,
  duty: 'security',
  buttons: [
    { verb: 'approve', title: { zh_CN: '批准', en_US: 'Approve', ja_JP: '承認' } },
    { verb: 'reject', title: { zh_CN: '驳回', en_US: 'Reject', ja_JP: '却下' } },
    { verb: 'withdraw', title: { zh_CN: '撤回', en_US: 'Withdraw', ja_JP: '取り下げ' } },
    { verb: 'delegate', title: { zh_CN: '委托审批', en_US: 'Delegate', ja_JP: '代理を立てる' } },
    { verb: 'bypass', title: { zh_CN: '紧急放行', en_US: 'Emergency bypass', ja_JP: '緊急実行' }, dangerous: true },
    { verb: 'review', title: { zh_CN: '复核', en_US: 'Review', ja_JP: '事後確認' } },
    { verb: 'savePolicy', title: { zh_CN: '保存审批策略', en_US: 'Save policies', ja_JP: 'ポリシーの保存' } },
    { verb: 'enablePolicy', title: { zh_CN: '启停审批策略', en_US: 'Enable policies', ja_JP: 'ポリシーの有効・無効' } },
  ],
});

/** Every page of the module. */
export const approvalPages = [changeApproval] as const;
