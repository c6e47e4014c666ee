import { said, type AuditWords } from '#kit/server/audit/words.ts';

/** What the calls of this module did, in words. */
export const pageWords: AuditWords = {
  'advert.available': said('上下架了广告', 'Changed whether adverts are shown', '広告の公開を切り替えた'),
  'advert.display': said('修改了广告的显示位置', 'Changed where adverts are shown', '広告の表示先を変更した'),
  'advert.setting': said('修改了广告位设置', 'Changed the settings of an area of adverts', '広告の表示枠の設定を変更した'),
  'appPicture.add': said('上传了广告图片', 'Uploaded a picture for adverts', '広告の画像をアップロードした'),
  'pageConfig.withdraw': said('撤回了自定义页面', 'Withdrew custom pages', 'カスタムページを取り下げた'),
  'pageConfig.rollback': said(
    '放回了自定义页面的历史版本',
    'Put an earlier release of a custom page back',
    'カスタムページを過去のリリースに戻した',
  ),
  'page.save': said('保存了自定义页面的内容', 'Saved the content of a custom page', 'カスタムページの内容を保存した'),
};
