import { said, type AuditWords } from '#kit/server/audit/words.ts';

/** What the calls of this module did, in words. */
export const conversionWords: AuditWords = {
  'convertParam.update': said(
    '修改了附件转换参数',
    'Changed the parameters of file conversion',
    '添付ファイル変換のパラメーターを変更した',
  ),
  'conversion.test': said('试转换了文件', 'Tried the conversion of a file', 'ファイルの変換を試した'),
  'conversion.retry': said('重试了附件转换', 'Tried failed conversions again', '失敗した変換を再試行した'),
  'conversion.cancel': said('取消了附件转换', 'Cancelled conversions', '変換を取り消した'),
  'conversion.release': said('解除了文件的转换隔离', 'Released quarantined files', '隔離したファイルを解除した'),
  'conversion.clear': said('清除了转换缓存', 'Removed converted pages', '変換済みのページを消去した'),
};
