import type { ContactConfig } from '../../common/config.contract.ts';

/** Column of each setting. */
export const configColumns: Readonly<Record<keyof ContactConfig, string>> = {
  directoryOn: 'directory_on',
  treeOn: 'tree_on',
  reportingLineAlways: 'reporting_line_always',
  sortPeople: 'sort_people',
  nameFormat: 'name_format',
  showCounts: 'show_counts',
  showEmptyDepts: 'show_empty_depts',
  showManagersFirst: 'show_managers_first',
  showDisabled: 'show_disabled',
  departmentPathDepth: 'department_path_depth',
  searchMin: 'search_min',
  searchLimit: 'search_limit',
  offlineMode: 'offline_mode',
  offlineMax: 'offline_max',
  offlineTtlHours: 'offline_ttl_hours',
  watermark: 'watermark',
  revealPerDay: 'reveal_per_day',
  scrapePerHour: 'scrape_per_hour',
  scrapePerDay: 'scrape_per_day',
  scrapeAction: 'scrape_action',
  groupMinimum: 'group_minimum',
};
