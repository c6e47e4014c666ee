/** Texts of the charts. */
export const zh_CN = {
  'chart.asTable': '表格',
  'chart.asChart': '图表',
  'chart.none': '这段时间没有数据',
  'chart.time': '时间',
  'chart.sayTime': '{title}：{from} 至 {to}，最高为 {name} {value}（{at}）。',
  'chart.sayRank': '{title}：共 {count} 项，第一项为 {name}，{value}。',
} as const;
