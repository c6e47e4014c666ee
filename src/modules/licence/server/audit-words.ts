import { said, type AuditWords } from '#kit/server/audit/words.ts';

/** What the calls of the licence did, in words. */
export const licenceWords: AuditWords = {
  'licence.update': said('安装了许可证', 'Installed a licence', 'ライセンスをインストールした'),
  'licence.noticePerson': said('设置了许可证通知人', 'Chose who is notified of the licence', 'ライセンスの通知先を設定した'),
  'licence.exportUsage': said('导出了许可用量', 'Exported what is used of the licence', 'ライセンスの使用量をエクスポートした'),
  'licence.requestFile': said(
    '下载了许可证申请文件',
    'Downloaded a file to ask for a licence',
    'ライセンスの申請ファイルをダウンロードした',
  ),
};
