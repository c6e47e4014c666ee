import { menu } from '#kit/common/permission.ts';
import { mailAndAutomationGroup } from '#modules/mailboxes/common/menu-group.ts';

/** Frame: how mika is doing. */
export const mikaFrame = menu({
  code: 'mms_mika_manage',
  route: '/mms_mika_manage',
  parent: mailAndAutomationGroup.code,
  title: { zh_CN: 'mika 助手', en_US: 'Assistant mika', ja_JP: 'アシスタント mika' },
  icon: 'bulb',
  order: 20,
});

/** What mika answers and does: scenes, answers, synonyms, missed sentences, settings and versions. */
export const sceneConfigPage = menu({
  code: `${mikaFrame.code}_scene_config`,
  route: `${mikaFrame.route}/scene_config`,
  parent: mikaFrame.code,
  title: { zh_CN: '场景配置', en_US: 'Scenes', ja_JP: 'シーン設定' },
  order: 10,
  nested: true,
  buttons: [
    'add',
    'update',
    'delete',
    'enable',
    'disable',
    'copy',
    { verb: 'sort', title: { zh_CN: '排序', en_US: 'Reorder', ja_JP: '並べ替え' } },
    { verb: 'publish', title: { zh_CN: '发布', en_US: 'Publish', ja_JP: '公開' } },
    { verb: 'rollback', title: { zh_CN: '回滚', en_US: 'Roll back', ja_JP: 'ロールバック' }, dangerous: true },
    'import',
    'export',
    { verb: 'test', title: { zh_CN: '测试', en_US: 'Test', ja_JP: 'テスト' } },
    { verb: 'attach', title: { zh_CN: '归入场景', en_US: 'Attach to scene', ja_JP: 'シーンに追加' } },
    { verb: 'ignore', title: { zh_CN: '忽略', en_US: 'Ignore', ja_JP: '無視' } },
    { verb: 'saveSetting', title: { zh_CN: '保存设置', en_US: 'Save settings', ja_JP: '設定を保存' } },
    { verb: 'addGroup', title: { zh_CN: '新增分组', en_US: 'Add group', ja_JP: 'グループを追加' } },
    { verb: 'updateGroup', title: { zh_CN: '编辑分组', en_US: 'Edit group', ja_JP: 'グループを編集' } },
    { verb: 'deleteGroup', title: { zh_CN: '删除分组', en_US: 'Delete group', ja_JP: 'グループを削除' }, dangerous: true },
  ],
});

/** Sessions that are going on, and the queue of those that wait for a person. */
export const sessionPage = menu({
  code: `${mikaFrame.code}_session_manage`,
  route: `${mikaFrame.route}/session_manage`,
  parent: mikaFrame.code,
  title: { zh_CN: '会话管理', en_US: 'Sessions', ja_JP: 'セッション管理' },
  order: 20,
  nested: true,
  buttons: [
    { verb: 'takeOver', title: { zh_CN: '接管', en_US: 'Take over', ja_JP: '引き継ぐ' } },
    { verb: 'reply', title: { zh_CN: '回复', en_US: 'Reply', ja_JP: '返信' } },
    { verb: 'giveBack', title: { zh_CN: '交还', en_US: 'Give back', ja_JP: 'mika に戻す' } },
    { verb: 'end', title: { zh_CN: '结束会话', en_US: 'End session', ja_JP: 'セッションを終了' }, dangerous: true },
    { verb: 'readText', title: { zh_CN: '查看原文', en_US: 'Read texts', ja_JP: '本文を表示' } },
  ],
});

/** Sessions that have ended. */
export const historyPage = menu({
  code: `${mikaFrame.code}_history`,
  route: `${mikaFrame.route}/history`,
  parent: mikaFrame.code,
  title: { zh_CN: '历史记录', en_US: 'History', ja_JP: '履歴' },
  order: 30,
  nested: true,
  buttons: [
    'export',
    { verb: 'readText', title: { zh_CN: '查看原文', en_US: 'Read texts', ja_JP: '本文を表示' } },
    { verb: 'attach', title: { zh_CN: '归入场景', en_US: 'Attach to scene', ja_JP: 'シーンに追加' } },
    { verb: 'report', title: { zh_CN: '标记误答', en_US: 'Mark as wrong', ja_JP: '誤答として記録' } },
  ],
});

/** Every page of the module. */
export const mikaPages = [mikaFrame, sceneConfigPage, sessionPage, historyPage] as const;
