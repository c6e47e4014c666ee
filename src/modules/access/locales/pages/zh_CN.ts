export const zh_CN = {
  'frame.generalConfiguration': '对整个网关生效的参数。',
  'frame.systemConfiguration': '外部系统、其密钥与授权，以及接口前缀。',
  'frame.typeConfiguration': '接口使用的连接。所有连接都经过出站守卫。',
  'frame.interfaceConfiguration': '登记、测试、发布和管理接口。',
};
