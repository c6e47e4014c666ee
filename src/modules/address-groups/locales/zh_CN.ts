export const zh_CN = {
  ipGroup: '地址组',
  'ipGroup.field.kind': '用途',
  'ipGroup.field.internal': '视为内网',
  'ipGroup.field.rows': '地址数',
  'ipGroup.kind.office': '办公网',
  'ipGroup.kind.vpn': 'VPN',
  'ipGroup.kind.site': '站点',
  'ipGroup.kind.partner': '合作方',
  'ipGroup.kind.blocked': '禁止登录',
  'ipGroup.help': '绑定规则和文件规则按地址组判断来源。用途为“禁止登录”的组内地址一律被拒绝。',
  'ipGroup.empty': '还没有地址组',
  'ipGroup.emptyHint': '先新增一个地址组，再填入它的地址。',
  ipDetail: '地址',
  'ipDetail.field.value': '地址',
  'ipDetail.field.kind': '类型',
  'ipDetail.field.groupId': '地址组',
  'ipDetail.field.groupName': '地址组',
  'ipDetail.kind.single': '单个地址',
  'ipDetail.kind.range': '地址段',
  'ipDetail.kind.cidr': '网段',
  'ipDetail.filter.address': '包含地址',
  'ipDetail.help': 'IPv4 或 IPv6：10.0.0.1、10.0.0.1-10.0.0.9、10.0.0.0/16。',
  'ipDetail.empty': '这里还没有地址',
  'ipDetail.emptyHint': '没有地址的组不匹配任何来源。',
  'check.title': '这个地址属于哪个组？',
  'check.ask': '查询',
  'check.unknown': '不是有效的地址',
  'check.none': '不在任何组内',
  'check.off': '已停用',
  'group.all': '全部地址',
  'tab.groups': '地址组',
  'tab.rows': '地址',
  'error.18001': '不是有效的地址、地址段或网段：{value}',
  'error.18002': '地址段的结束在开始之前，或混用了 IPv4 和 IPv6',
  'error.18003': '这个地址已在组内',
  'error.18004': '这会包含所有地址，请先确认密码',
};

declare module '#kit/common/catalogs.ts' {
  interface Catalogs {
    'address-groups': typeof zh_CN;
  }
}
