import { local } from '#kit/server/warning/warning-kind.ts';
import { mailOf, type MailTemplate } from '#kit/server/mail/mail-template.ts';

/** Mails about changes that wait. */
export const approvalMails: readonly MailTemplate[] = [
  {
    code: 'approval.asked',
    title: local('有变更等待审批', 'A change waits for approval', '変更が承認を待っています'),
    placeholders: {
      what: { title: local('操作', 'Action', '操作'), sample: 'Disable people' },
      requester: { title: local('申请人', 'Requester', '申請者'), sample: 'Li Wei' },
      objects: { title: local('对象', 'Objects', '対象'), sample: 'Wang Min, Zhao Lei' },
      reason: { title: local('原因', 'Reason', '理由'), sample: 'They left the company' },
      until: { title: local('到期时间', 'Expires at', '期限'), sample: '2027-01-31 12:00' },
      link: { title: local('链接', 'Link', 'リンク'), sample: '/sys_change_approval' },
    },
    shipped: {
      zh_CN: mailOf('等待您审批：{{what}}', [
        '{{requester}} 申请：{{what}}。',
        '对象：{{objects}}',
        '原因：{{reason}}',
        '请于 {{until}} 前决定：{{link}}',
      ]),
      en_US: mailOf('Waiting for your approval: {{what}}', [
        '{{requester}} asks for this: {{what}}.',
        'Objects: {{objects}}',
        'Reason: {{reason}}',
        'Please decide before {{until}}: {{link}}',
      ]),
      ja_JP: mailOf('承認をお願いします：{{what}}', [
        '{{requester}} さんの申請：{{what}}',
        '対象：{{objects}}',
        '理由：{{reason}}',
        '{{until}} までに決定してください：{{link}}',
      ]),
    },
  },
  {
    code: 'approval.outcome',
    title: local('变更申请有了结果', 'What became of a change request', '変更申請の結果'),
    placeholders: {
      what: { title: local('操作', 'Action', '操作'), sample: 'Disable people' },
      outcome: { title: local('结果', 'Outcome', '結果'), sample: 'It was done' },
      by: { title: local('决定人', 'Decided by', '決定者'), sample: 'Zhang Hua' },
      comment: { title: local('意见', 'Comment', 'コメント'), sample: 'Agreed with the department' },
      requester: { title: local('申请人', 'Requester', '申請者'), sample: 'Li Wei' },
      objects: { title: local('对象', 'Objects', '対象'), sample: 'Wang Min, Zhao Lei' },
      reason: { title: local('原因', 'Reason', '理由'), sample: 'They left the company' },
      link: { title: local('链接', 'Link', 'リンク'), sample: '/sys_change_approval' },
    },
    shipped: {
      zh_CN: mailOf('{{outcome}}：{{what}}', [
        '{{requester}} 申请的变更：{{what}}。结果：{{outcome}}。',
        '对象：{{objects}}',
        '原因：{{reason}}',
        '决定人：{{by}}；意见：{{comment}}',
        '详情：{{link}}',
      ]),
      en_US: mailOf('{{outcome}}: {{what}}', [
        'A change that {{requester}} asked for: {{what}}. {{outcome}}.',
        'Objects: {{objects}}',
        'Reason: {{reason}}',
        'Decided by: {{by}}. Comment: {{comment}}',
        'Details: {{link}}',
      ]),
      ja_JP: mailOf('{{outcome}}：{{what}}', [
        '{{requester}} さんが申請した変更：{{what}}。結果：{{outcome}}',
        '対象：{{objects}}',
        '理由：{{reason}}',
        '決定者：{{by}}、コメント：{{comment}}',
        '詳細：{{link}}',
      ]),
    },
  },
];
