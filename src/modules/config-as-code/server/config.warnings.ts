import { local, type WarningKind } from '#kit/server/warning/warning-kind.ts';
import { configPage } from '../common/permissions.ts';

/** What is said when an area is not what its file says. */
export const configWarnings: readonly WarningKind[] = [
  {
    kind: 'config.drift',
    title: local('配置偏离文件', 'Configuration drifts', '構成の差異'),
    sentence: local(
      '由文件管理的区域“{name}”有 {count} 处与文件不同',
      'Area {name} is managed by file and differs in {count} places',
      'ファイル管理の領域「{name}」に {count} 件の差異があります',
    ),
    severity: 'warning',
    facts: { count: { label: local('偏差', 'Differences', '差異'), as: 'number' } },
    link: ({ id }) => `${configPage.route}?tab=drift&area=${id}`,
  },
];
