import { said, type AuditWords } from '#kit/server/audit/words.ts';

/** What the calls of this module did, in words. */
export const terminalSettingsWords: AuditWords = {
  'encryption.update': said('修改了密钥轮换设置', 'Edited the rotation of keys', '鍵のローテーション設定を編集した'),
  'encryption.rotate': said('轮换了密钥', 'Rotated a key', '鍵をローテーションした'),
  'encryption.retire': said('使密钥退役', 'Retired a key', '鍵を引退させた'),
  'encryption.destroy': said('销毁了密钥', 'Destroyed a key', '鍵を破棄した'),
  'encryption.fetch': said('终端获取了密钥', 'A terminal fetched its keys', '端末が鍵を取得した'),
  'encryption.export': said('导出了加密的密钥文件', 'Exported a key as an encrypted file', '鍵を暗号化ファイルとしてエクスポートした'),
  'nav.save': said('保存了导航草稿', 'Saved a draft of the navigation', 'ナビゲーションの下書きを保存した'),
  'nav.publish': said('发布了导航', 'Published the navigation', 'ナビゲーションを公開した'),
  'nav.rollback': said('回退了导航', 'Published an earlier navigation again', 'ナビゲーションを前の版に戻した'),
  'nav.copyPlatform': said('将导航复制到其他平台', 'Copied the navigation to another platform', 'ナビゲーションを別の端末へコピーした'),
  'submitPhone.save': said('修改了手机号提交设置', 'Edited the submission of phone numbers', '携帯番号の提出設定を編集した'),
  'submitPhone.submit': said('提交了手机号', 'Submitted a mobile number', '携帯番号を提出した'),
  'submitPhone.verify': said('验证了手机号', 'Proved a mobile number', '携帯番号を確認した'),
  'submitPhone.approve': said('通过了手机号提交', 'Approved submitted numbers', '提出された番号を承認した'),
  'submitPhone.reject': said('驳回了手机号提交', 'Rejected submitted numbers', '提出された番号を却下した'),
  'submitPhone.export': said('导出了手机号提交记录', 'Exported submitted numbers', '提出された番号をエクスポートした'),
  'submitPhone.remind': said('提醒员工提交手机号', 'Reminded people of their mobile number', '携帯番号の提出を催促した'),
  'submitPhone.saveGateway': said('修改了短信网关', 'Edited the SMS gateway', 'SMS ゲートウェイを編集した'),
  'submitPhone.testGateway': said('测试了短信网关', 'Tested the SMS gateway', 'SMS ゲートウェイをテストした'),
};
