import { menu } from '#kit/common/permission.ts';

/** The configuration as text: exported, planned, applied, kept equal. */
export const configPage = menu({
  code: 'sys_config_as_code',
  route: '/sys_config_as_code',
  parent: 'sys',
  title: { zh_CN: '配置即代码', en_US: 'Configuration as code', ja_JP: '構成のコード管理' },
  icon: 'build',
  order: 95,
  buttons: [
    'export',
    { verb: 'plan', title: { zh_CN: '制定计划', en_US: 'Plan', ja_JP: '計画' } },
    { verb: 'apply', title: { zh_CN: '应用', en_US: 'Apply', ja_JP: '適用' }, dangerous: true },
    { verb: 'discard', title: { zh_CN: '丢弃计划', en_US: 'Discard plan', ja_JP: '計画を破棄' } },
    { verb: 'lockArea', title: { zh_CN: '交由文件管理', en_US: 'Manage by file', ja_JP: 'ファイルで管理' }, dangerous: true },
    { verb: 'unlockArea', title: { zh_CN: '改回控制台管理', en_US: 'Manage here again', ja_JP: 'コンソール管理に戻す' }, dangerous: true },
    { verb: 'checkDrift', title: { zh_CN: '检查偏差', en_US: 'Check drift', ja_JP: '差異を検査' } },
    { verb: 'undo', title: { zh_CN: '撤销应用', en_US: 'Revert', ja_JP: '適用を取り消す' }, dangerous: true },
  ],
});
