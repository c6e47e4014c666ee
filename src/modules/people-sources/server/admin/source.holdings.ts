import { sql } from 'kysely';
import type { Json } from '#kit/server/change/kind.ts';
import { fieldHolding, successorOf, type HeldQuery } from '#kit/server/field-holding.ts';
import type { HandOver, HoldingKind } from '#kit/server/holdings.ts';
import { departmentInRange } from '#modules/people/server/public.ts';
import { sourceKind } from './source.kind.ts';

const alarms = (uids: readonly string[]): ReturnType<HeldQuery> =>
  sql`select (a.value ->> 'employeeId')::uuid as uid, s.id, s.name from source s, jsonb_array_elements(s.alarm_people) as a(value)
    where (a.value ->> 'employeeId')::uuid = any(${uids}::uuid[])`;

/** Sources whose alarms who leaves receives. */
export const sourceHoldings: readonly HoldingKind[] = [
  fieldHolding({
    kind: 'sourceAlarm',
    title: { zh_CN: '接收的用户来源告警', en_US: 'Alerts of user sources', ja_JP: 'ユーザーソースの通知' },
    order: 'handOver',
    choices: ['remove', 'handOver'],
    visible: (range) => sql`exists (select from source s where s.id = t.id and ${departmentInRange(range, 's.root_department_id')})`,
    of: sourceKind,
    held: alarms,
    change: (request, { alarmPeople }) => ({ alarmPeople: alarmedWithout(alarmPeople, request) }),
  }),
];

const isObject = (value: Json): value is { [name: string]: Json } => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Who is told, with the person's place taken over or empty; who is told already stays as they are. */
function alarmedWithout(value: Json | undefined, request: HandOver): Json[] {
  const successor = successorOf(request);
  const told = Array.isArray(value) ? value.filter(isObject) : [];
  const known = new Set(told.map(({ employeeId }) => employeeId));
  return told.flatMap((one) =>
    one['employeeId'] !== request.uid ? [one] : successor === null || known.has(successor) ? [] : [{ ...one, employeeId: successor }],
  );
}
