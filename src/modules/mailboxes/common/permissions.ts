import { menu } from '#kit/common/permission.ts';
import { mailAndAutomationGroup } from './menu-group.ts';

/** Frame: mailboxes, and who may use them. */
export const mailFrame = menu({
  code: 'mms_mail_manage',
  route: '/mms_mail_manage',
  parent: mailAndAutomationGroup.code,
  title: { zh_CN: '邮箱管理', en_US: 'Mailboxes', ja_JP: 'メールボックス' },
  icon: 'mail',
  order: 10,
});

/** Accounts, servers and settings. */
export const mailHomePage = menu({
  code: 'mms_mail_manage_home',
  route: '/mms_mail_manage/home',
  parent: mailFrame.code,
  title: { zh_CN: '邮箱与服务器', en_US: 'Accounts and servers', ja_JP: 'アカウントとサーバー' },
  order: 10,
  nested: true,
  buttons: [
    'add',
    'update',
    'delete',
    'enable',
    'disable',
    'import',
    'export',
    { verb: 'discover', title: { zh_CN: '发现邮箱', en_US: 'Discover accounts', ja_JP: 'アカウントを検出' } },
    'test',
    { verb: 'verify', title: { zh_CN: '检查登录', en_US: 'Check sign-in', ja_JP: 'サインインを確認' } },
    {
      verb: 'reset',
      title: { zh_CN: '清除密码', en_US: 'Clear password', ja_JP: 'パスワードを消去' },
      dangerous: true,
    },
    { verb: 'addServer', title: { zh_CN: '新增服务器', en_US: 'Add server', ja_JP: 'サーバーを追加' } },
    { verb: 'updateServer', title: { zh_CN: '编辑服务器', en_US: 'Edit server', ja_JP: 'サーバーを編集' } },
    { verb: 'deleteServer', title: { zh_CN: '删除服务器', en_US: 'Delete server', ja_JP: 'サーバーを削除' }, dangerous: true },
    { verb: 'enableServer', title: { zh_CN: '启用服务器', en_US: 'Enable server', ja_JP: 'サーバーを有効化' } },
    { verb: 'disableServer', title: { zh_CN: '停用服务器', en_US: 'Disable server', ja_JP: 'サーバーを無効化' }, dangerous: true },
    { verb: 'testServer', title: { zh_CN: '测试服务器', en_US: 'Test server', ja_JP: 'サーバーをテスト' } },
    { verb: 'saveSetting', title: { zh_CN: '保存设置', en_US: 'Save settings', ja_JP: '設定を保存' } },
  ],
});

/** Who may use mail on terminals, and who may open whose box. */
export const mailAuthorizedPage = menu({
  code: 'mms_mail_manage_authorized',
  route: '/mms_mail_manage/authorized',
  parent: mailFrame.code,
  title: { zh_CN: '邮箱授权', en_US: 'Permissions', ja_JP: '利用権限' },
  order: 20,
  nested: true,
  buttons: [
    { verb: 'assign', title: { zh_CN: '授权', en_US: 'Grant', ja_JP: '許可を追加' } },
    'remove',
    'update',
    { verb: 'extend', title: { zh_CN: '延长', en_US: 'Extend', ja_JP: '延長' } },
    'import',
    'export',
    { verb: 'check', title: { zh_CN: '检查权限', en_US: 'Check access', ja_JP: '権限を確認' } },
  ],
});

/** Every page of the module. */
export const mailboxesPages = [mailAndAutomationGroup, mailFrame, mailHomePage, mailAuthorizedPage] as const;
