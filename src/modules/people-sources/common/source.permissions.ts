import { menu } from '#kit/common/permission.ts';

/** Where people come from. */
export const sourcePage = menu({
  code: 'muc_source',
  route: '/muc_source',
  parent: 'muc',
  title: { zh_CN: '用户来源', en_US: 'User sources', ja_JP: 'ユーザーソース' },
  icon: 'database',
  order: 20,
  buttons: [
    'add',
    'update',
    'delete',
    'enable',
    'disable',
    { verb: 'test', title: { zh_CN: '测试', en_US: 'Test', ja_JP: 'テスト' } },
    { verb: 'sync', title: { zh_CN: '同步', en_US: 'Synchronise', ja_JP: '同期' } },
    { verb: 'apply', title: { zh_CN: '应用计划', en_US: 'Apply a plan', ja_JP: '計画を適用' }, dangerous: true },
    { verb: 'reject', title: { zh_CN: '拒绝计划', en_US: 'Reject a plan', ja_JP: '計画を却下' } },
    { verb: 'release', title: { zh_CN: '放行被拦下的计划', en_US: 'Release a held plan', ja_JP: '安全しきい値を解除' }, dangerous: true },
    { verb: 'undo', title: { zh_CN: '撤销同步', en_US: 'Revert a run', ja_JP: '実行を取り消す' }, dangerous: true },
    { verb: 'alarm', title: { zh_CN: '告警人', en_US: 'Alert recipients', ja_JP: '通知先' } },
    { verb: 'token', title: { zh_CN: 'SCIM 令牌', en_US: 'SCIM tokens', ja_JP: 'SCIM トークン' }, dangerous: true },
    { verb: 'upload', title: { zh_CN: '上传文件', en_US: 'Upload a file', ja_JP: 'ファイルをアップロード' } },
    { verb: 'exportRun', title: { zh_CN: '导出运行结果', en_US: 'Export a run', ja_JP: '実行結果をエクスポート' } },
  ],
});
