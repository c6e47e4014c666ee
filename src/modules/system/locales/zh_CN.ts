/** Texts of the system module. */
export const zh_CN = {
  'error.11001': '预置角色不能这样修改',
  'error.11002': '必须保留最后一位超级管理员',
  'error.11003': '{name} 已拥有角色“{role}”，与此角色互斥',
  'error.11005': '您自己没有权限 {code}，不能授予他人',
  'error.11006': '该角色或人员的权限高于您，您不能修改',
  'error.11007': '不能扩大自己所属的角色',
  'error.11008': '数据范围大于您自己的范围',
  'error.11010': '产品自带的资源只能隐藏，不能删除',
  'error.11011': '上级不能容纳此类资源',
  sysRole: '角色',
  'sysRole.field.module': '模块',
  'sysRole.field.code': '编码',
  'sysRole.field.name': '名称',
  'sysRole.field.description': '说明',
  'sysRole.field.enabled': '启用',
  'sysRole.field.expiresAt': '到期时间',
  'sysRole.field.exclusiveWith': '互斥角色',
  'sysRole.field.appKey': '应用标识',
  'sysRole.field.terminalType': '终端类型',
  'sysRole.field.ruleType': '规则类型',
  'sysRole.field.grants': '权限',
  'sysRole.field.range': '数据范围',
  'sysRole.field.members': '成员',
  resource: '资源',
  'resource.field.code': '编码',
  'resource.field.parent': '上级',
  'resource.field.kind': '类型',
  'resource.field.module': '模块',
  'resource.field.route': '地址',
  'resource.field.names': '名称',
  'resource.field.icon': '图标',
  'resource.field.orderNo': '顺序',
  'resource.field.visible': '显示',
  'resource.field.nested': '页签',
  'resource.field.dangerous': '高危',
  'resource.field.origin': '来源',
};

declare module '#kit/common/catalogs.ts' {
  interface Catalogs {
    system: typeof zh_CN;
  }
}
