export const zh_CN = {
  'import.step.map': '对应列',
  'import.mapHint': '请确认文件中的每一列是什么。系统已按标题和内容预选。',
  'import.mapFile': '文件中的列',
  'import.mapSamples': '内容示例',
  'import.mapTo': '对应',
  'import.mapOf': '“{title}”对应',
  'import.mapKeep': '保留标题',
  'import.mapNot': '不导入',
  'import.mapUntitled': '第 {number} 列',
  'import.mapMissing': '还缺少：{columns}',
  'import.doneHint': '导入已完成，结果如下；如有差错，可撤销整批变更。',
};
