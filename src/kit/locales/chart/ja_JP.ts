import type { zh_CN } from './zh_CN.ts';

/** Texts of the charts. */
export const ja_JP: Record<keyof typeof zh_CN, string> = {
  'chart.asTable': '表',
  'chart.asChart': 'グラフ',
  'chart.none': 'この期間のデータはありません',
  'chart.time': '日時',
  'chart.sayTime': '{title}：{from} ～ {to}。最大は {name} の {value}（{at}）。',
  'chart.sayRank': '{title}：{count} 件。先頭は {name} の {value}。',
};
