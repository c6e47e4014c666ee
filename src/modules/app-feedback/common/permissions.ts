import { menu } from '#kit/common/permission.ts';
import { appInfoPage } from '#modules/apps/common/permissions.ts';

/** What people write about an app, and what they are answered. */
export const feedbackPage = menu({
  code: `${appInfoPage.code}_feedback`,
  route: `${appInfoPage.route}/feedback`,
  parent: appInfoPage.code,
  title: { zh_CN: '用户反馈', en_US: 'Feedback', ja_JP: 'フィードバック' },
  order: 40,
  nested: true,
  buttons: [
    { verb: 'reply', title: { zh_CN: '回复', en_US: 'Reply', ja_JP: '返信' } },
    { verb: 'assign', title: { zh_CN: '指派', en_US: 'Assign', ja_JP: '担当者を設定' } },
    { verb: 'close', title: { zh_CN: '关闭', en_US: 'Close', ja_JP: '完了にする' } },
    { verb: 'reopen', title: { zh_CN: '重新打开', en_US: 'Reopen', ja_JP: '再開する' } },
    { verb: 'file', title: { zh_CN: '下载附件', en_US: 'Download files', ja_JP: '添付ファイルをダウンロード' } },
    'delete',
    'export',
  ],
});

/** Every page of the module. */
export const feedbackPages = [feedbackPage] as const;
