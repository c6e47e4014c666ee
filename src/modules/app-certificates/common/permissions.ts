import { menu } from '#kit/common/permission.ts';
import { appConfigPage } from '#modules/apps/common/permissions.ts';

/** Certificates and profiles on which an app lives. */
export const certificationPage = menu({
  code: `${appConfigPage.code}_apple_certification`,
  route: `${appConfigPage.route}/apple_certification`,
  parent: appConfigPage.code,
  title: { zh_CN: 'Apple 证书', en_US: 'Apple certificates', ja_JP: 'Apple 証明書' },
  order: 60,
  nested: true,
  buttons: [
    'add',
    { verb: 'replace', title: { zh_CN: '更换', en_US: 'Replace', ja_JP: '差し替え' }, dangerous: true },
    'delete',
    { verb: 'notice', title: { zh_CN: '到期通知人', en_US: 'Notice people', ja_JP: '期限の通知先' } },
    { verb: 'download', title: { zh_CN: '下载公开部分', en_US: 'Download public part', ja_JP: '公開部分をダウンロード' } },
  ],
});
