import type { zh_CN } from './zh_CN.ts';

export const ja_JP: Record<keyof typeof zh_CN, string> = {
  'import.step.map': '列の対応付け',
  'import.mapHint': 'ファイルの各列が何かを確認してください。見出しと値から候補を選んであります。',
  'import.mapFile': 'ファイルの列',
  'import.mapSamples': '値の例',
  'import.mapTo': '取り込み先',
  'import.mapOf': '「{title}」の取り込み先',
  'import.mapKeep': '見出しのまま',
  'import.mapNot': '取り込まない',
  'import.mapUntitled': '{number} 列目',
  'import.mapMissing': '不足している列：{columns}',
  'import.doneHint': 'インポートが完了しました。結果は以下のとおりです。必要な場合は一括で元に戻せます。',
};
