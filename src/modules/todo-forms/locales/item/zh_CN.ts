export const zh_CN = {
  'check.otherAnswer': '该标识已用于另一个答复',
  'check.noField': '没有这个字段',
  'check.words': '{words}',
  'notice.new': '{system}：您有新的待办',
  'notice.remind': '{system}：请尽快处理此待办',
  'notice.due': '{system}：此待办即将到期或已逾期',
  'notice.refused': '{system} 未接受您的答复，请打开待办查看原因',
  'notice.failed': '您的答复未能送达 {system}，管理员正在处理',
  'notice.closed': '管理员已手工关闭您对 {system} 的答复',
  'notice.handedOver': '{system}：有一条待办转交给您',
};
