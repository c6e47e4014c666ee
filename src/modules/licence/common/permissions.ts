import { menu } from '#kit/common/permission.ts';

/** What is licensed, how much of it is used, and until when. */
export const licenceManage = menu({
  code: 'sys_license_manage',
  route: '/sys_license_manage',
  parent: 'sys',
  title: { zh_CN: '许可证', en_US: 'Licence', ja_JP: 'ライセンス' },
  icon: 'file-protect',
  order: 65,
  buttons: [
    { verb: 'update', title: { zh_CN: '上传许可证', en_US: 'Upload licence', ja_JP: 'ライセンスをアップロード' } },
    { verb: 'noticePerson', title: { zh_CN: '设置通知人', en_US: 'Set notice persons', ja_JP: '通知先を設定' } },
    { verb: 'exportUsage', title: { zh_CN: '导出用量', en_US: 'Export usage', ja_JP: '使用量をエクスポート' } },
    { verb: 'requestFile', title: { zh_CN: '下载申请文件', en_US: 'Download request file', ja_JP: '申請ファイルをダウンロード' } },
  ],
});
