/** Texts of the console's frame: calls and errors, sign-in page, menu, tabs, home. */
export const zh_CN = {
  'call.status': '请求状态异常（{status}）。',
  'call.failed': '请求服务失败：{reason}',
  'call.timeout': '服务器未在规定时间内答复',
  'call.blocked': '相同地址的请求仍在进行，前一个请求已被取消',
  'call.outOfRange': '您没有该数据的权限，请联系超级管理员。',
  'call.missingRange': '缺少的范围：{range}',
  'call.notGranted': '没有此功能的权限：{name}',
};
