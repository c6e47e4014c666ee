export const zh_CN = {
  'error.17031': '该说法也属于“{scene}”',
  'error.17032': '{n} 条测试语句未通过',
  'error.17033': '会写入数据的场景必须先确认',
  'error.17034': '该接口未授权给 mika',
  'error.17035': '槽位 {slot}：{reason}',
  'error.17036': '已由 {name} 接管',
  'error.17037': 'mika 不能为您办理：{function}',
  'error.17038': '会话已结束',
};
