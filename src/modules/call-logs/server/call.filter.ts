import { sql, type RawBuilder } from 'kysely';
import type { z } from 'zod';
import type { Range } from '#kit/server/caller.ts';
import type { Directory } from '#kit/server/directory.ts';
import { containing } from '#kit/server/read-page.ts';
import type { callFilters } from '../common/call.contract.ts';

/** What calls are narrowed by, as it was asked for. */
export type CallFilters = z.output<z.ZodObject<typeof callFilters>>;

const dayMillis = 86_400_000;

/** A filter as SQL over `call` (a row of the log) and `target`. */
export interface CallWhere {
  readonly where: readonly RawBuilder<boolean>[];
  readonly from: number;
  readonly to: number;
}

/** What a reader is: the range, and who knows it as SQL. */
export interface Reader {
  readonly range: Range;
  readonly directory: Directory;
}

/** The condition that the system of a call lies in the range; systems of no department only for who sees everything. */
export const targetInRange = ({ range, directory }: Reader): RawBuilder<boolean> =>
  range.all
    ? sql<boolean>`true`
    : sql<boolean>`(target.owner_dept_id is not null and ${directory.departmentInRange(range, 'target.owner_dept_id')})`;

/** The whole filter with the range of the reader. */
export function whereOf(reader: Reader, filters: CallFilters, now: number): CallWhere {
  const to = filters.to ?? now;
  const from = filters.from ?? to - dayMillis;
  return { where: [targetInRange(reader), ...equalities(filters), ...others(reader, filters, to - from)], from, to };
}

const equal = (column: string, value: unknown): RawBuilder<boolean>[] =>
  value === undefined || value === '' ? [] : [sql<boolean>`${sql.ref(column)} = ${value}`];
const among = (column: string, values: readonly string[] | undefined): RawBuilder<boolean>[] =>
  values === undefined || values.length === 0 ? [] : [sql<boolean>`${sql.ref(column)} = any(${[...values]}::text[])`];

function equalities(filters: CallFilters): RawBuilder<boolean>[] {
  return [
    ...equal('call.interface_id', filters.interfaceId),
    ...equal('target.system_id', filters.systemId),
    ...equal('call.version_no', filters.versionNo),
    ...equal('call.caller_id', filters.callerId),
    ...equal('call.widget_id', filters.widgetId),
    ...equal('call.http_status', filters.httpStatus),
    ...equal('call.code', filters.code),
    ...equal('call.request_id', filters.requestId),
    ...equal('call.trace_id', filters.traceId),
    ...equal('call.address', filters.address),
    ...equal('call.test', filters.test),
    ...among('target.kind', filters.kind),
    ...among('call.caller_kind', filters.callerKind),
    ...among('call.class', filters.class),
    ...among('call.cache', filters.cache),
  ];
}

function others({ range, directory }: Reader, filters: CallFilters, span: number): RawBuilder<boolean>[] {
  const { employeeId, failed, slowerThan, text } = filters;
  return [
    // Whom the reader may not see can't be looked for.
    ...(employeeId === undefined
      ? []
      : [sql<boolean>`(call.employee_id = ${employeeId}::uuid and ${directory.employeeInRange(range, 'call.employee_id')})`]),
    ...(failed === undefined ? [] : [sql<boolean>`(call.class <> 'ok') = ${failed}`]),
    ...(slowerThan === undefined ? [] : [sql<boolean>`call.ms_total >= ${slowerThan}`]),
    ...(text ? [textIn(text, span <= dayMillis)] : []),
  ];
}

function textIn(text: string, withBodies: boolean): RawBuilder<boolean> {
  const pattern = containing(text);
  const bodies = sql<boolean>`exists (select from call_body body where body.id = call.id and (body.request ->> 'text' ilike ${pattern} or body.answer ->> 'text' ilike ${pattern}))`;
  return sql<boolean>`(target.name ilike ${pattern} or target.path ilike ${pattern} or call.caller_name ilike ${pattern} or call.request_id ilike ${pattern}${
    withBodies ? sql` or ${bodies}` : sql``
  })`;
}
