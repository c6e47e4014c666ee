import { menu } from '#kit/common/permission.ts';

/** The group of the menu that holds systems, interfaces, calls, conversion, open API and connections. */
const masGroup = menu({
  code: 'mas',
  title: { zh_CN: '接入服务', en_US: 'Integration', ja_JP: '連携' },
  icon: 'api',
  order: 45,
});

const alarm = { verb: 'alarm', title: { zh_CN: '告警设置', en_US: 'Set up alerts', ja_JP: '警告を設定' } } as const;

/** Frame of what was called and of its figures. */
export const interfaceStatistics = menu({
  code: 'mas_interface_statistics',
  route: '/mas_interface_statistics',
  parent: 'mas',
  title: { zh_CN: '接口统计', en_US: 'Interface statistics', ja_JP: 'インターフェース統計' },
  icon: 'barChart',
  order: 50,
  buttons: [alarm],
});

/** Every call, with its steps. */
export const callsPage = menu({
  code: 'mas_interface_statistics_interface_calls',
  route: '/mas_interface_statistics/interface_calls',
  parent: 'mas_interface_statistics',
  title: { zh_CN: '调用日志', en_US: 'Call log', ja_JP: '呼び出しログ' },
  order: 10,
  nested: true,
  buttons: [{ verb: 'unmask', title: { zh_CN: '查看原值', en_US: 'Show masked values', ja_JP: '元の値を表示' } }, 'export'],
});

/** Calls, failures and times as charts. */
export const statisticsPage = menu({
  code: 'mas_interface_statistics_interface_statistics',
  route: '/mas_interface_statistics/interface_statistics',
  parent: 'mas_interface_statistics',
  title: { zh_CN: '统计分析', en_US: 'Statistics', ja_JP: '統計' },
  order: 20,
  nested: true,
  buttons: ['export', { verb: 'report', title: { zh_CN: '生成报告', en_US: 'Report', ja_JP: 'レポート' } }],
});

/** Every page of the module. */
export const callLogPages = [masGroup, interfaceStatistics, callsPage, statisticsPage] as const;
