import { menu } from '#kit/common/permission.ts';
import { mailAndAutomationGroup } from '#modules/mailboxes/common/menu-group.ts';

/** Frame: to-dos of business systems and the forms that show them. */
export const todoFrame = menu({
  code: 'mms_general_form',
  route: '/mms_general_form',
  parent: mailAndAutomationGroup.code,
  title: { zh_CN: '待办与表单', en_US: 'To-dos and forms', ja_JP: 'ToDo とフォーム' },
  icon: 'form',
  order: 50,
});

const child = <const N extends string>(name: N) =>
  ({ code: `${todoFrame.code}_${name}`, route: `${todoFrame.route}/${name}`, parent: todoFrame.code, nested: true }) as const;

const recover = { verb: 'recover', title: { zh_CN: '恢复启用', en_US: 'Enable again', ja_JP: '再開' } } as const;
const publish = { verb: 'publish', title: { zh_CN: '发布', en_US: 'Publish', ja_JP: '公開' } } as const;

/** Business systems that push to-dos. */
export const systemPage = menu({
  ...child('subsystem_config'),
  title: { zh_CN: '业务系统', en_US: 'Business systems', ja_JP: '業務システム' },
  order: 10,
  buttons: [
    'add',
    'update',
    'delete',
    'disable',
    recover,
    { verb: 'sort', title: { zh_CN: '排序', en_US: 'Reorder', ja_JP: '並べ替え' } },
    'test',
    { verb: 'secret', title: { zh_CN: '更换应答密钥', en_US: 'New answer secret', ja_JP: '応答の秘密鍵を更新' }, dangerous: true },
    { verb: 'compare', title: { zh_CN: '比对待办', en_US: 'Compare to-dos', ja_JP: 'ToDo を照合' } },
    'export',
  ],
});

/** Templates of forms, by system. */
export const templatePage = menu({
  ...child('form_template_config'),
  title: { zh_CN: '表单模板', en_US: 'Form templates', ja_JP: 'フォームテンプレート' },
  order: 20,
  buttons: [
    'add',
    'update',
    'delete',
    'copy',
    'disable',
    recover,
    publish,
    { verb: 'rollback', title: { zh_CN: '恢复此版本', en_US: 'Publish this version again', ja_JP: 'この版を再公開' } },
    'import',
    'export',
    { verb: 'compare', title: { zh_CN: '比较版本', en_US: 'Compare versions', ja_JP: '版を比較' } },
    { verb: 'sort', title: { zh_CN: '排序', en_US: 'Reorder', ja_JP: '並べ替え' } },
  ],
});

/** The designer of one template. */
export const editPage = menu({
  ...child('template_edit'),
  title: { zh_CN: '表单设计', en_US: 'Form designer', ja_JP: 'フォームデザイナー' },
  order: 30,
  buttons: ['save', publish, { verb: 'preview', title: { zh_CN: '预览', en_US: 'Preview', ja_JP: 'プレビュー' } }],
});

/** To-dos, answers, and who looks after systems. */
export const managerPage = menu({
  ...child('manager'),
  title: { zh_CN: '待办管理', en_US: 'To-dos', ja_JP: 'ToDo 管理' },
  order: 40,
  buttons: [
    { verb: 'remind', title: { zh_CN: '催办', en_US: 'Remind', ja_JP: '催促' } },
    { verb: 'transfer', title: { zh_CN: '转交', en_US: 'Hand over', ja_JP: '引き継ぎ' } },
    { verb: 'withdraw', title: { zh_CN: '撤回待办', en_US: 'Withdraw', ja_JP: '取り下げ' }, dangerous: true },
    { verb: 'finish', title: { zh_CN: '标记完成', en_US: 'Finish', ja_JP: '完了にする' }, dangerous: true },
    { verb: 'retry', title: { zh_CN: '重试答复', en_US: 'Send answers again', ja_JP: '回答を再送' } },
    { verb: 'cancelAnswer', title: { zh_CN: '取消答复', en_US: 'Cancel answers', ja_JP: '回答を取り消す' }, dangerous: true },
    { verb: 'close', title: { zh_CN: '手工关闭答复', en_US: 'Close answers by hand', ja_JP: '回答を手動で閉じる' }, dangerous: true },
    'export',
    { verb: 'batchUpdate', title: { zh_CN: '批量修改', en_US: 'Change many', ja_JP: '一括変更' } },
    { verb: 'assign', title: { zh_CN: '添加系统管理人', en_US: 'Add managers', ja_JP: '担当者を追加' } },
    { verb: 'remove', title: { zh_CN: '移除系统管理人', en_US: 'Remove managers', ja_JP: '担当者を外す' }, dangerous: true },
    { verb: 'compare', title: { zh_CN: '比对待办', en_US: 'Compare to-dos', ja_JP: 'ToDo を照合' } },
    { verb: 'viewForm', title: { zh_CN: '查看表单内容', en_US: 'Read forms', ja_JP: 'フォームの内容を見る' } },
    { verb: 'saveSetting', title: { zh_CN: '保存设置', en_US: 'Save settings', ja_JP: '設定を保存' } },
  ],
});

/** Every page of the module. */
export const todoFormsPages = [todoFrame, systemPage, templatePage, editPage, managerPage] as const;
