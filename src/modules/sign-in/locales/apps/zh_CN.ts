/** Texts of what apps use of the sign-in settings, of whom they are for, and of signing out elsewhere. */
export const zh_CN = {
  'tab.app': '应用',
  'app.console': '管理控制台登录页',
  'app.consoleHint': '由登录方式的启用状态、适用端和顺序决定；在“登录方式”中修改。',
  'app.opensWith': '打开时显示“{name}”的表单。',
  'app.opensWithout': '打开时没有密码表单，只有转到其他系统的按钮。',
  'app.remembers': '记住上次使用的账号。',
  'app.forgets': '不记住账号。',
  'app.place': '已提供，第 {n} 位',
  'app.disabled': '未提供：已停用',
  'app.terminalsOnly': '未提供：仅用于终端',
  'app.terminals': '终端',
  'app.terminalsHint': '已保存的适用平台。目前还没有终端应用，尚无人据此登录。',
  'app.sources': '可验证密码的目录',
  'app.sourcesHint': '目录的连接目前保存在登录方式中。',
  'app.noSources': '还没有连接目录',
};
