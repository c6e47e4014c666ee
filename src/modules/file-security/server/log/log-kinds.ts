import { said } from '#kit/server/audit/words.ts';
import { legalFloorDays, mostKeepDays, type LogKind } from '#kit/server/log-kind.ts';

/** Logs of this module: decisions, prints, screenshots. */
export const fileSecurityLogs: readonly LogKind[] = [
  {
    code: 'fileDecision',
    name: said('文件判定', 'File decisions', 'ファイル判定'),
    table: 'file_decision',
    time: 'at',
    monthly: false,
    floorDays: 7,
    defaultDays: legalFloorDays,
    maxDays: mostKeepDays,
    holds: { people: ['employee_id'], objects: ['file_id', 'rule_id'], addresses: ['address'] },
  },
  {
    code: 'filePrint',
    name: said('打印', 'Prints', '印刷'),
    table: 'file_print',
    time: 'at',
    monthly: false,
    floorDays: 30,
    defaultDays: legalFloorDays,
    maxDays: mostKeepDays,
    holds: { people: ['employee_id'], objects: ['file_id'], addresses: ['address'] },
  },
  {
    code: 'fileScreenshot',
    name: said('截屏', 'Screenshots', 'スクリーンショット'),
    table: 'file_screenshot',
    time: 'at',
    monthly: false,
    floorDays: 30,
    defaultDays: legalFloorDays,
    maxDays: mostKeepDays,
    holds: { people: ['employee_id'], objects: ['file_id'], addresses: ['address'] },
  },
];
