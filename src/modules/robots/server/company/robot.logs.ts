import { said } from '#kit/server/audit/words.ts';
import type { LogKind } from '#kit/server/log-kind.ts';

/** Calls of robots. */
export const robotLogs: readonly LogKind[] = [
  {
    code: 'robotHistory',
    name: said('机器人调用日志', 'Calls of robots', 'ロボットの呼び出し'),
    table: 'robot_log',
    time: 'at',
    monthly: true,
    floorDays: 7,
    defaultDays: 30,
    maxDays: 180,
    columns: ['id', 'at', 'robot_id', 'direction', 'event', 'group_id', 'status', 'class', 'code', 'ms', 'address', 'request_id'],
    holds: { people: [], objects: ['robot_id', 'group_id'], addresses: ['address'] },
  },
];
