import { sql } from 'kysely';
import { said } from '#kit/server/audit/words.ts';
import type { LogKind } from '#kit/server/log-kind.ts';

/** Calls, and what was kept of their requests and answers. */
export const callLogKinds: readonly LogKind[] = [
  {
    code: 'interfaceCall',
    name: said('接口调用日志', 'Interface calls', 'インターフェース呼び出し'),
    table: 'call_log',
    time: 'at',
    monthly: true,
    floorDays: 7,
    defaultDays: 90,
    maxDays: 400,
    holds: { people: ['employee_id', 'act_for_id'], objects: ['interface_id', 'caller_id'], addresses: ['address'] },
  },
  {
    code: 'interfaceCallBody',
    name: said('接口调用报文', 'Bodies of interface calls', '呼び出しの電文'),
    table: 'call_body',
    time: 'at',
    monthly: false,
    floorDays: 1,
    defaultDays: 7,
    maxDays: 30,
    holds: { people: [], objects: ['interface_id'], addresses: [] },
    touching: (ids, addresses) =>
      sql<boolean>`log.id in (select id from call_log where employee_id::text = any(${[...ids]}::text[]) or address = any(${[...addresses]}::text[]))`,
  },
];
