export const zh_CN = {
  testRelease: '定向测试',
  'testRelease.field.what': '测试内容',
  'testRelease.field.testers': '测试人员',
  'testRelease.field.until': '截止时间',
  'testRelease.field.endedAt': '结束时间',
  'testRelease.field.people': '测试人数',
  'testRelease.field.terminals': '终端数',
  'testRelease.field.installed': '已安装',
  'testRelease.field.crashed': '崩溃',
  'testRelease.field.feedback': '反馈',
  'testRelease.state.running': '进行中',
  'testRelease.state.ended': '已结束',
  'testRelease.filter.text': '名称',
  'testRelease.filter.running': '状态',
  'testRelease.help': '版本上架前先交给指定人员测试。',
  'testRelease.empty': '还没有定向测试',
  'testRelease.emptyHint': '选择未上架的版本和测试人员。',
  'testRelease.chooseApp': '选择应用',
  'testRelease.chooseVersion': '选择版本',
  'testRelease.results': '测试结果',
  'testRelease.noResults': '还没有终端安装此版本',
  'testRelease.installedAt': '安装',
  'testRelease.crashedAt': '崩溃',
  'testRelease.tester': '测试人员',
  'testRelease.orient': '方向',
  'testRelease.portrait': '竖屏',
  'testRelease.landscape': '横屏',
  'testRelease.notIncluded': '此人员看不到该测试',
  'issue.nobody': '至少指定一名测试人员、部门或人群',
  'issue.until': '截止时间须在今后 {most} 天之内',
};

declare module '#kit/common/catalogs.ts' {
  interface Catalogs {
    'app-tests': typeof zh_CN;
  }
}
