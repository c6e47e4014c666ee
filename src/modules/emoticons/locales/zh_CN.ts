/** Texts of emoticons. */
export const zh_CN = {
  emoticonPackage: '表情包',
  'emoticonPackage.field.author': '作者',
  'emoticonPackage.field.audience': '可用范围',
  'emoticonPackage.field.order': '顺序',
  'emoticonPackage.field.emoticons': '表情数',
  'emoticonPackage.field.cover': '封面',
  'emoticonPackage.filter.text': '搜索表情包',
  'emoticonPackage.help': '启用的表情包按顺序显示在可用范围内员工的终端上。',
  'emoticonPackage.empty': '还没有表情包',
  'emoticonPackage.emptyHint': '新增表情包，再上传或导入表情。',
  emoticon: '表情',
  'emoticon.field.packageId': '表情包',
  'emoticon.field.keywords': '关键词',
  'emoticon.field.picture': '图片',
  'emoticon.field.still': '图片',
  'emoticon.field.animated': '动态',
  'emoticon.field.order': '顺序',
  'emoticon.filter.text': '搜索表情',
  'emoticon.filter.packageId': '表情包',
  'emoticon.help': '文本中写作 [包编码:表情编码]。',
  'emoticon.empty': '还没有表情',
  'emoticon.emptyHint': '上传 PNG、GIF 或 WebP，或导入压缩包。',
  'emoticon.codeHint': '在表情包内唯一，之后不可修改。',
  'emoticons.help': '停用的表情包不再出现在终端上，已发送的消息仍会显示其表情。',
  'package.open': '查看表情',
  'picture.upload': '上传图片',
  'picture.hint': 'PNG、GIF 或 WebP，不超过 2 MB、600 像素、120 帧。',
  'import.title': '导入表情',
  'import.drop': '将图片压缩包（zip）拖到此处，或点击选择',
  'import.sending': '正在导入…',
  'import.added': '已导入 {count} 个表情',
  'import.refused': '{count} 个未导入',
  'import.close': '关闭',
  'import.picture': '不是可用的 PNG、GIF 或 WebP 图片',
  'import.name': '文件名中没有可用作编码的字符',
  'issue.picture': '请先上传图片',
  'issue.code': '该编码在表情包中已存在',
  'issue.full': '一个表情包最多 {n} 个表情',
  'issue.zip': '无法读取该压缩包',
};

declare module '#kit/common/catalogs.ts' {
  interface Catalogs {
    emoticons: typeof zh_CN;
  }
}
