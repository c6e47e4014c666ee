import { menu } from '#kit/common/permission.ts';

/** The frame of content, of the module public-content, which stands on this one's side: named by its code. */
export const materialFrame = { code: 'mpm_material_management', route: '/mpm_material_management' } as const;

/** Every push of an account. */
export const pushLogPage = menu({
  code: `${materialFrame.code}_push_log`,
  route: `${materialFrame.route}/push_log`,
  parent: materialFrame.code,
  title: { zh_CN: '推送记录', en_US: 'Pushes', ja_JP: '配信履歴' },
  order: 60,
  nested: true,
  buttons: [
    { verb: 'push', title: { zh_CN: '推送', en_US: 'New push', ja_JP: '配信' } },
    { verb: 'test', title: { zh_CN: '测试发送', en_US: 'Send a test', ja_JP: 'テスト送信' } },
    { verb: 'pause', title: { zh_CN: '暂停', en_US: 'Pause', ja_JP: '一時停止' } },
    { verb: 'resume', title: { zh_CN: '继续', en_US: 'Resume', ja_JP: '再開' } },
    { verb: 'cancel', title: { zh_CN: '终止', en_US: 'Stop for good', ja_JP: '中止' }, dangerous: true },
    { verb: 'rollback', title: { zh_CN: '撤回', en_US: 'Withdraw', ja_JP: '取り消し' }, dangerous: true },
    { verb: 'repush', title: { zh_CN: '补推', en_US: 'Send again', ja_JP: '再配信' } },
    { verb: 'approve', title: { zh_CN: '审批', en_US: 'Approve', ja_JP: '承認' } },
    { verb: 'reschedule', title: { zh_CN: '改期', en_US: 'Reschedule', ja_JP: '日時を変更' } },
    'copy',
    'export',
  ],
});

/** The ledger of one push. */
export const pushDetailPage = menu({
  code: `${pushLogPage.code}_detail`,
  route: `${materialFrame.route}/push_log_detail/:pushId/:snoId`,
  parent: materialFrame.code,
  title: { zh_CN: '推送台账', en_US: 'Push ledger', ja_JP: '配信台帳' },
  order: 61,
  nested: true,
  buttons: [{ verb: 'exportProof', title: { zh_CN: '导出证明', en_US: 'Export proof', ja_JP: '証明を書き出す' } }],
});

/** Every page of the module. */
export const publicPushesPages = [pushLogPage, pushDetailPage] as const;
