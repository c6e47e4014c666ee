import { said, type AuditWords } from '#kit/server/audit/words.ts';

const kinds = [
  ['push', '推送证书', 'a push certificate', 'プッシュ証明書'],
  ['main', '主证书', 'a main certificate', 'メイン証明書'],
  ['profile', '描述文件', 'a profile', 'プロファイル'],
] as const;

/** What the calls of this module did, in words. */
export const certificateWords: AuditWords = {
  ...Object.fromEntries(
    kinds.flatMap(([kind, zh, en, ja]) => [
      [`cert.${kind}.add`, said(`新增了${zh}`, `Added ${en}`, `${ja}を追加した`)],
      [`cert.${kind}.replace`, said(`更换了${zh}`, `Changed ${en}`, `${ja}を変更した`)],
      [`cert.${kind}.delete`, said(`删除了${zh}`, `Deleted ${en}`, `${ja}を削除した`)],
    ]),
  ),
  'expiry.notice': said('修改了应用到期通知人', 'Changed the notice people of an app', 'アプリの期限の通知先を変更した'),
  'cert.download': said('下载了证书的公开部分', 'Downloaded the public part of a certificate', '証明書の公開部分をダウンロードした'),
};
