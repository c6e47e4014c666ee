import { said, type AuditWords } from '#kit/server/audit/words.ts';

/** What the calls of this module did, in words. */
export const accessWords: AuditWords = {
  'accessKey.add': said('新增了接入系统密钥', 'Added a key of an access system', '連携システムのキーを追加した'),
  'accessKey.revoke': said('吊销了接入系统密钥', 'Revoked keys of an access system', '連携システムのキーを失効させた'),
  'grant.save': said('授权了接口', 'Allowed a caller to use interfaces', 'インターフェースを許可した'),
  'grant.delete': said('取消了接口授权', 'Removed grants of interfaces', 'インターフェースの許可を取り消した'),
  'apiInterface.add': said('新增了接口', 'Added an interface', 'インターフェースを追加した'),
  'apiInterface.save': said('保存了接口草稿', 'Saved the draft of an interface', 'インターフェースの下書きを保存した'),
  'apiInterface.publish': said('发布了接口', 'Published an interface', 'インターフェースを公開した'),
  'apiInterface.rollback': said('回滚了接口', 'Reverted an interface to an older version', 'インターフェースをロールバックした'),
  'apiInterface.log': said('调整了接口的调用日志', 'Changed the call log of interfaces', 'インターフェースの呼び出しログを変更した'),
  'apiInterface.auth': said('调整了接口的鉴权', 'Changed the authentication of interfaces', 'インターフェースの認証を変更した'),
  'apiInterface.cache': said('调整了接口的缓存', 'Changed the cache of an interface', 'インターフェースのキャッシュを変更した'),
  'apiInterface.cacheClear': said('清空了接口的缓存', 'Cleared the cache of interfaces', 'インターフェースのキャッシュを消去した'),
  'apiInterface.export': said('导出了接口', 'Exported interfaces', 'インターフェースを出力した'),
  'apiInterface.import': said('导入了接口', 'Imported interfaces', 'インターフェースを取り込んだ'),
  'api.test': said('测试了接口', 'Tested an interface', 'インターフェースをテストした'),
  'connection.test': said('测试了连接', 'Tested a connection', '接続をテストした'),
  'soap.refresh': said('重新读取了 WSDL', 'Read a WSDL again', 'WSDL を再読み込みした'),
  'globalParam.refresh': said('获取了令牌', 'Asked for a new token', 'トークンを取得した'),
  'mas.setting': said('修改了网关设置', 'Changed the settings of the gateway', 'ゲートウェイ設定を変更した'),
  'document.write': said('导出了接口文档', 'Wrote the document of a system', 'インターフェース仕様書を出力した'),
  'case.save': said('保存了接口用例', 'Saved a case of an interface', 'インターフェースのケースを保存した'),
  'case.delete': said('删除了接口用例', 'Deleted cases of an interface', 'インターフェースのケースを削除した'),
  'case.run': said('运行了接口用例', 'Ran cases of an interface', 'インターフェースのケースを実行した'),
};
