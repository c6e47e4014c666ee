import { menu } from '#kit/common/permission.ts';
import { enterpriseConfig } from '#modules/enterprise/common/permissions.ts';

const parent = enterpriseConfig.code;

/** Who is asked for a mobile number, and what was submitted. */
export const submitPhonePage = menu({
  code: 'customer_sys_boe_config_submit_phone',
  route: '/customer_sys_boe_config/submit_phone',
  parent,
  title: { zh_CN: '手机号提交', en_US: 'Phone submission', ja_JP: '携帯番号の提出' },
  order: 40,
  nested: true,
  buttons: [
    'save',
    { verb: 'approve', title: { zh_CN: '通过', en_US: 'Approve', ja_JP: '承認' } },
    { verb: 'reject', title: { zh_CN: '驳回', en_US: 'Reject', ja_JP: '却下' }, dangerous: true },
    { verb: 'remind', title: { zh_CN: '提醒', en_US: 'Remind', ja_JP: '催促' } },
    'export',
    { verb: 'gateway', title: { zh_CN: '短信网关', en_US: 'SMS gateway', ja_JP: 'SMS ゲートウェイ' } },
  ],
});

/** Keys of the enterprise by purpose. */
export const encryptionPage = menu({
  code: 'customer_sys_boe_config_encryption_setting',
  route: '/customer_sys_boe_config/encryption_setting',
  parent,
  title: { zh_CN: '加密设置', en_US: 'Encryption', ja_JP: '暗号化設定' },
  order: 50,
  nested: true,
  buttons: [
    'save',
    { verb: 'rotate', title: { zh_CN: '轮换密钥', en_US: 'Rotate key', ja_JP: '鍵をローテーション' }, dangerous: true },
    { verb: 'retire', title: { zh_CN: '退役', en_US: 'Retire', ja_JP: '引退' }, dangerous: true },
    { verb: 'destroy', title: { zh_CN: '销毁', en_US: 'Destroy', ja_JP: '破棄' }, dangerous: true },
    { verb: 'export', title: { zh_CN: '导出密钥', en_US: 'Export key', ja_JP: '鍵をエクスポート' }, dangerous: true },
  ],
});

/** The main navigation of terminals. */
export const navigationPage = menu({
  code: 'customer_sys_boe_config_navigation_app_setting',
  route: '/customer_sys_boe_config/navigation_app_setting',
  parent,
  title: { zh_CN: '导航设置', en_US: 'Navigation', ja_JP: 'ナビゲーション設定' },
  order: 60,
  nested: true,
  buttons: [
    'save',
    { verb: 'publish', title: { zh_CN: '发布', en_US: 'Publish', ja_JP: '公開' }, dangerous: true },
    { verb: 'rollback', title: { zh_CN: '回退', en_US: 'Roll back', ja_JP: '前の版に戻す' }, dangerous: true },
    { verb: 'copyPlatform', title: { zh_CN: '复制到其他平台', en_US: 'Copy to platform', ja_JP: '別の端末へコピー' } },
  ],
});

/** Every page of the module. */
export const terminalSettingsPages = [submitPhonePage, encryptionPage, navigationPage] as const;
