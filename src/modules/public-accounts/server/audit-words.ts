import { said, type AuditWords } from '#kit/server/audit/words.ts';

/** What the calls of this module did, beside those of its declared entities. */
export const accountWords: AuditWords = {
  'snoManager.add': said('添加了公众号管理员', 'Added managers to a public account', '公式アカウントに管理者を追加した'),
  'snoManager.remove': said('移除了公众号管理员', 'Took managers from a public account', '公式アカウントから管理者を除外した'),
  'snoManager.transfer': said('更换了公众号管理员', 'Changed a manager of a public account', '公式アカウントの管理者を変更した'),
  'snoEditor.add': said('添加了公众号编辑者', 'Added editors to a public account', '公式アカウントに編集者を追加した'),
  'snoEditor.update': said(
    '修改了公众号编辑者的权限',
    'Changed what editors of a public account may do',
    '公式アカウントの編集者の権限を変更した',
  ),
  'snoEditor.remove': said('移除了公众号编辑者', 'Took editors from a public account', '公式アカウントから編集者を除外した'),
  'audience.add': said('添加了订阅范围', 'Added to the audience of a public account', '公式アカウントの購読範囲に追加した'),
  'audience.update': said('修改了订阅方式', 'Changed how an audience follows', '購読範囲のフォロー方法を変更した'),
  'audience.delete': said('移除了订阅范围', 'Took rows out of an audience', '購読範囲から除外した'),
  'audience.import': said('导入了订阅范围', 'Read an audience from a file', '購読範囲をファイルから読み込んだ'),
  'audience.export': said('导出了订阅范围', 'Exported an audience', '購読範囲をエクスポートした'),
  'snoLogo.setDefault': said('设置了公众号的标准头像', 'Made a logo the standard one', 'ロゴを標準にした'),
  'mpmSetting.update': said('修改了公众号平台设置', 'Changed the settings of public accounts', '公式アカウントの全体設定を変更した'),
};
