export const terminalZhCN = {
  'fault.notAllowed': '发件人不再有权从该邮箱发信',
  'fault.gone': '邮箱已不存在',
  'issue.address': '“{address}”不是邮箱地址',
  'issue.recipients': '收件人至少一位，最多 {n} 位',
  'issue.later': '最多可推迟 {n} 天',
  'issue.noPassword': '该邮箱无需输入密码',
  'notice.failing.title': '请重新登录邮箱 {address}',
  'notice.failing.text': '邮件服务器三次拒绝了已保存的密码，为避免账号被锁定已停止尝试。',
  'notice.unsent.title': '邮件未能发出：{subject}',
  'notice.unsent.text': '服务器答复：{reason}',
  'notice.partly.title': '部分收件人被拒绝：{subject}',
  'notice.partly.text': '{refused}',
};
