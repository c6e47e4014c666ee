export const zh_CN = {
  'target.field.name': '姓名',
  'target.field.department': '部门',
  'target.field.state': '状态',
  'target.field.reason': '原因',
  'target.field.tries': '尝试次数',
  'target.field.at': '时间',
  'target.field.reachedAt': '到达终端',
  'target.field.readAt': '阅读时间',
  'target.field.seconds': '阅读秒数',
  'target.field.recallState': '撤回状态',
  'target.field.messageId': '消息编号',
};
