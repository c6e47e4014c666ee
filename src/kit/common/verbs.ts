import type { LocalText } from './language.ts';

const verb = (zh_CN: string, en_US: string, ja_JP: string, dangerous = false): { title: LocalText; dangerous: boolean } => ({
  title: { zh_CN, en_US, ja_JP },
  dangerous,
});

/** Titles of the actions that many pages have. A page with an action of its own names it in its `permissions.ts`. */
export const verbs = {
  add: verb('新增', 'Add', '追加'),
  update: verb('编辑', 'Edit', '編集'),
  delete: verb('删除', 'Delete', '削除', true),
  enable: verb('启用', 'Enable', '有効化'),
  disable: verb('停用', 'Disable', '無効化', true),
  import: verb('导入', 'Import', 'インポート'),
  export: verb('导出', 'Export', 'エクスポート'),
  reorder: verb('排序', 'Reorder', '並べ替え'),
  copy: verb('复制', 'Copy', 'コピー'),
  assign: verb('添加成员', 'Assign', '割り当て'),
  remove: verb('移除', 'Remove', '除外', true),
  save: verb('保存', 'Save', '保存'),
  saveRange: verb('保存范围', 'Save range', '範囲を保存'),
  reset: verb('恢复默认', 'Reset', '既定に戻す', true),
  revert: verb('撤销变更', 'Revert', '変更を取り消す', true),
  restore: verb('恢复', 'Restore', '復元'),
  purge: verb('彻底删除', 'Delete for good', '完全に削除', true),
  move: verb('移动', 'Move', '移動'),
  test: verb('测试', 'Test', 'テスト'),
  explain: verb('权限解释', 'Explain', '権限の説明'),
  endSession: verb('结束会话', 'End session', 'セッションを終了', true),
} as const;

export type Verb = keyof typeof verbs;
