import { said, type AuditWords } from '#kit/server/audit/words.ts';

/** What the calls of this module did, in words. */
export const propertyWords: AuditWords = {
  'property.add': said('新增了属性', 'Added a property', 'プロパティを追加した'),
  'property.update': said('修改了属性', 'Edited a property', 'プロパティを編集した'),
  'property.delete': said('删除了属性', 'Deleted properties', 'プロパティを削除した'),
  'property.value.set': said('设置了属性值', 'Set the value of a property', 'プロパティの値を設定した'),
  'property.value.clear': said('清除了属性值', 'Cleared values of properties', 'プロパティの値を消去した'),
  'property.rollback': said('回退了属性值', 'Put the value of a property back', 'プロパティの値を前に戻した'),
  'property.import': said('导入了属性值', 'Imported values of properties', 'プロパティの値をインポートした'),
  'property.importPreview': said(
    '预览了属性值导入',
    'Previewed an import of values of properties',
    'プロパティの値のインポートをプレビューした',
  ),
  'property.export': said('导出了属性值', 'Exported values of properties', 'プロパティの値をエクスポートした'),
};
