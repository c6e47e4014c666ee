import { menu } from '#kit/common/permission.ts';

/** The group of the menu that holds the logs. */
const logs = menu({
  code: 'logs',
  title: { zh_CN: '日志管理', en_US: 'Logs', ja_JP: 'ログ管理' },
  icon: 'audit',
  order: 95,
  duty: 'audit',
});

const verify = { verb: 'verify', title: { zh_CN: '验证封存', en_US: 'Verify seals', ja_JP: '封印を検証' } } as const;

const reads = { verb: 'reads', title: { zh_CN: '查看查阅记录', en_US: 'See who read what', ja_JP: '閲覧記録を見る' } } as const;

const unmask = { verb: 'unmask', title: { zh_CN: '查看敏感值', en_US: 'See masked values', ja_JP: '伏せた値を表示' } } as const;

/** Actions on the receivers of the logs. */
const streamVerbs = [
  { verb: 'addStream', title: { zh_CN: '新增日志流', en_US: 'Add a stream', ja_JP: 'ストリームを追加' } },
  { verb: 'updateStream', title: { zh_CN: '编辑日志流', en_US: 'Edit streams', ja_JP: 'ストリームを編集' } },
  { verb: 'deleteStream', title: { zh_CN: '删除日志流', en_US: 'Delete streams', ja_JP: 'ストリームを削除' }, dangerous: true },
  { verb: 'enableStream', title: { zh_CN: '启用日志流', en_US: 'Enable streams', ja_JP: 'ストリームを有効化' } },
  { verb: 'disableStream', title: { zh_CN: '停用日志流', en_US: 'Disable streams', ja_JP: 'ストリームを無効化' }, dangerous: true },
  { verb: 'testStream', title: { zh_CN: '测试日志流', en_US: 'Test streams', ja_JP: 'ストリームをテスト' } },
  { verb: 'resendStream', title: { zh_CN: '重新发送', en_US: 'Send again', ja_JP: '再送信' } },
] as const;

const saveSearch = { verb: 'saveSearch', title: { zh_CN: '保存搜索', en_US: 'Save search', ja_JP: '検索条件を保存' } } as const;
const saveReport = { verb: 'saveReport', title: { zh_CN: '计划报表', en_US: 'Plan report', ja_JP: 'レポートを計画' } } as const;

/** What administrators did. */
export const operationLog = menu({
  code: 'logs_system_operation',
  route: '/logs_system_operation',
  parent: 'logs',
  title: { zh_CN: '操作日志', en_US: 'Operation log', ja_JP: '操作ログ' },
  icon: 'history',
  order: 10,
  duty: 'audit',
  buttons: ['export', verify, 'revert', reads, unmask, ...streamVerbs, saveSearch, saveReport],
});

/** Who signed in: frame of console and terminals. */
export const loginLog = menu({
  code: 'logs_system_login',
  route: '/logs_system_login',
  parent: 'logs',
  title: { zh_CN: '登录日志', en_US: 'Sign-in log', ja_JP: 'サインインログ' },
  icon: 'laptop',
  order: 20,
  duty: 'audit',
});

const unlock = { verb: 'unlock', title: { zh_CN: '解除锁定', en_US: 'Unlock', ja_JP: 'ロックを解除' } } as const;

const block = {
  verb: 'blockAddress',
  title: { zh_CN: '封锁地址', en_US: 'Block address', ja_JP: 'アドレスをブロック' },
  dangerous: true,
} as const;

const lockDevice = {
  verb: 'lockDevice',
  title: { zh_CN: '锁定设备', en_US: 'Lock the device', ja_JP: 'デバイスをロック' },
  dangerous: true,
} as const;

/** Sign-ins of the console. */
export const consoleLogin = menu({
  code: 'logs_system_login_console_login',
  route: '/logs_system_login/console_login',
  parent: 'logs_system_login',
  title: { zh_CN: '控制台登录', en_US: 'Console', ja_JP: 'コンソール' },
  order: 10,
  nested: true,
  duty: 'audit',
  buttons: ['export', 'endSession', unlock, block],
});

/** Sign-ins of terminals. */
export const clientLogin = menu({
  code: 'logs_system_login_client_login',
  route: '/logs_system_login/client_login',
  parent: 'logs_system_login',
  title: { zh_CN: '终端登录', en_US: 'Terminals', ja_JP: '端末' },
  order: 20,
  nested: true,
  duty: 'audit',
  buttons: ['export', 'endSession', lockDevice],
});

/** Every page of the module. */
export const logsPages = [logs, operationLog, loginLog, consoleLogin, clientLogin] as const;
