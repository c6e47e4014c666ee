import { said, type AuditWords } from '#kit/server/audit/words.ts';

/** What the calls of this module did, in words. */
export const systemWords: AuditWords = {
  'resource.add': said('新增了资源', 'Added a resource', 'リソースを追加した'),
  'resource.delete': said('删除了资源', 'Deleted a resource', 'リソースを削除した'),
  'resource.reorder': said('调整了资源顺序', 'Reordered resources', 'リソースの順序を変更した'),
  'resource.reset': said('恢复了资源的默认设置', 'Reset a resource to its default', 'リソースを既定に戻した'),
  'resource.update': said('修改了资源', 'Edited a resource', 'リソースを編集した'),
  'role.sys.add': said('新增了系统角色', 'Added a system role', 'システムロールを追加した'),
  'role.sys.assignCrowds': said('把系统角色授予人群', 'Gave a system role to crowds', 'システムロールをグループに割り当てた'),
  'role.sys.assignDepartments': said('把系统角色授予部门', 'Gave a system role to departments', 'システムロールを部署に割り当てた'),
  'role.sys.assignEmployees': said('把系统角色授予人员', 'Gave a system role to people', 'システムロールを従業員に割り当てた'),
  'role.sys.copy': said('复制了系统角色', 'Copied a system role', 'システムロールを複製した'),
  'role.sys.delete': said('删除了系统角色', 'Deleted a system role', 'システムロールを削除した'),
  'role.sys.disable': said('停用了系统角色', 'Disabled a system role', 'システムロールを無効にした'),
  'role.sys.enable': said('启用了系统角色', 'Enabled a system role', 'システムロールを有効にした'),
  'role.sys.resetFactor': said('重置了管理员的第二因素', "Took an administrator's second factors away", '管理者の第二要素をリセットした'),
  'role.sys.endSession': said('结束了管理员的会话', "Ended an administrator's sessions", '管理者のセッションを終了した'),
  'role.sys.removeMembers': said('移除了系统角色的成员', 'Removed members of a system role', 'システムロールのメンバーを外した'),
  'role.sys.saveRanges': said('修改了系统角色的数据范围', 'Changed the range of a system role', 'システムロールの範囲を変更した'),
  'role.sys.saveResources': said('修改了系统角色的权限', 'Changed the permissions of a system role', 'システムロールの権限を変更した'),
  'role.sys.update': said('修改了系统角色', 'Edited a system role', 'システムロールを編集した'),
};
