import { menu } from '#kit/common/permission.ts';

/** The group of the menu that holds the logs. */
export const logs = menu({
  code: 'logs',
  title: { zh_CN: '日志管理', en_US: 'Logs', ja_JP: 'ログ管理' },
  icon: 'audit',
  order: 95,
  duty: 'audit',
});

/** What administrators did. */
export const operationLog = menu({
  code: 'logs_system_operation',
  route: '/logs_system_operation',
  parent: 'logs',
  title: { zh_CN: '操作日志', en_US: 'Operation log', ja_JP: '操作ログ' },
  icon: 'history',
  order: 10,
  duty: 'audit',
  buttons: ['revert'],
});

/** Every page of the module. */
export const logsPages = [logs, operationLog] as const;
