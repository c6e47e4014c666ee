/** Texts of this module: names of things, of their fields, and what its pages say. */
export const zh_CN = {
  authSetting: '登录设置',
  'authSetting.field.code': '编码',
  'authSetting.field.kind': '类型',
  'authSetting.field.name': '名称',
  'authSetting.field.label': '登录页名称',
  'authSetting.field.icon': '图标',
  'authSetting.field.audience': '适用端',
  'authSetting.field.platforms': '平台',
  'authSetting.field.config': '连接设置',
  'authSetting.field.secret': '密钥',
  'authSetting.field.match': '身份匹配',
  'authSetting.field.assurance': '视为第二因素的认证级别',
  'authSetting.field.orderNo': '顺序',
  'authSetting.field.enabled': '状态',
  'authSetting.enabled.true': '启用',
  'authSetting.enabled.false': '停用',
  'failure.denied': '不允许从本服务器访问该地址',
  'failure.dns': '找不到该主机名',
  'failure.refused': '无法建立连接',
  'failure.timeout': '未在规定时间内应答',
  'failure.tls': '无法建立受信任的加密连接',
  'failure.protocol': '应答无法理解或被中断',
  'failure.tooLarge': '应答过大',
  'failure.busy': '等待该系统的请求过多',
  'failure.breaker': '该系统刚刚出现故障，稍后会自动重试',
  'failure.cancelled': '已取消',
  'failure.serviceBind': '查询账号被拒绝，请检查其名称和密码',
  'failure.encryption': '该服务器要求加密连接',
  'failure.unavailable': '该系统拒绝了请求',
  'failure.credentials': '账号或密码不正确',
  'failure.notFound': '没有找到该账号',
  'failure.several': '找到多个条目',
  'failure.noPerson': '没有员工与该身份匹配',
  'failure.severalPeople': '有多名员工与该身份匹配',
  'failure.disabledPerson': '匹配的员工已停用',
  'issue.filter': '不是有效的 LDAP 过滤条件',
  'issue.pattern': '按名称直接绑定时必填',
  'issue.caWithoutTls': '未加密的连接不使用证书',
  'issue.secretAgain': '连接目标已改变，请重新输入密钥',
};

declare module '#kit/common/catalogs.ts' {
  interface Catalogs {
    'sign-in': typeof zh_CN;
  }
}
