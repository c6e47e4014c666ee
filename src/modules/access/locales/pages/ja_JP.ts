import type { zh_CN } from './zh_CN.ts';

export const ja_JP: Record<keyof typeof zh_CN, string> = {
  'frame.generalConfiguration': 'ゲートウェイ全体に適用される設定です。',
  'frame.systemConfiguration': '外部システムとそのキー・許可、インターフェースのプレフィックスです。',
  'frame.typeConfiguration': 'インターフェースが使う接続です。すべて送信ガードを通ります。',
  'frame.interfaceConfiguration': 'インターフェースの登録・テスト・公開・管理を行います。',
};
