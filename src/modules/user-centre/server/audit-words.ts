import { said, type AuditWords } from '#kit/server/audit/words.ts';

/** What the calls of this module did, in words. */
export const userCentreWords: AuditWords = {
  'department.add': said('新增了部门', 'Added a department', '部署を追加した'),
  'department.delete': said('删除了部门', 'Deleted departments', '部署を削除した'),
  'department.disable': said('停用了部门', 'Disabled departments', '部署を無効にした'),
  'department.enable': said('启用了部门', 'Enabled departments', '部署を有効にした'),
  'department.move': said('移动了部门', 'Moved departments', '部署を移動した'),
  'department.reorder': said('调整了部门顺序', 'Reordered departments', '部署の順序を変更した'),
  'department.update': said('修改了部门', 'Edited a department', '部署を編集した'),
  'employee.add': said('新增了人员', 'Added a person', '従業員を追加した'),
  'employee.batchUpdate': said('批量修改了人员', 'Edited people in bulk', '従業員を一括編集した'),
  'employee.delete': said('删除了人员', 'Deleted people', '従業員を削除した'),
  'employee.disable': said('停用了人员', 'Disabled people', '従業員を無効にした'),
  'employee.enable': said('启用了人员', 'Enabled people', '従業員を有効にした'),
  'employee.export': said('导出了人员', 'Exported people', '従業員をエクスポートした'),
  'employee.import': said('导入了人员', 'Imported people', '従業員をインポートした'),
  'employee.password': said('重置了人员的密码', "Set a person's password", '従業員のパスワードを設定した'),
  'employee.purge': said('彻底删除了人员', 'Deleted people for good', '従業員を完全に削除した'),
  'employee.restore': said('恢复了人员', 'Restored people', '従業員を復元した'),
  'employee.unlock': said('解除了人员的登录锁定', "Lifted a person's sign-in lock", '従業員のサインインロックを解除した'),
  'employee.unmask': said('查看了人员的敏感信息', "Looked at a person's masked values", '従業員の秘匿項目を表示した'),
  'employee.update': said('修改了人员', 'Edited a person', '従業員を編集した'),
  'session.end': said('结束了会话', 'Ended a session', 'セッションを終了した'),
};
