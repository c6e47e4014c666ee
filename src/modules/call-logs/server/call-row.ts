import os from 'node:os';
import { copyLine } from '#platform/database/copy-rows.ts';
import type { CallBody, CallRecord } from './call-record.ts';

const bodyBytes = 64 * 1024;
const thisNode = `${os.hostname()}:${process.pid}`;

/** Columns of the log in the order of its lines. */
export const logColumns = [
  'id',
  'at',
  'request_id',
  'trace_id',
  'interface_id',
  'version_no',
  'test',
  'caller_kind',
  'caller_id',
  'caller_name',
  'employee_id',
  'act_for_id',
  'widget_id',
  'address',
  'method',
  'class',
  'http_status',
  'target_status',
  'code',
  'ms_total',
  'ms_target',
  'ms_queue',
  'bytes_in',
  'bytes_out',
  'cache',
  'tries',
  'node',
  'steps',
  'replay_of',
] as const;

/** A call as a line of the log. */
export const logLine = (record: CallRecord & { readonly id: string }): Buffer =>
  copyLine([
    record.id,
    record.at,
    plain(record.requestId),
    plain(record.traceId),
    record.target.interfaceId,
    record.versionNo,
    record.test ?? false,
    record.caller.kind,
    plain(record.caller.id),
    plain(record.caller.name),
    record.employeeId,
    record.actForId,
    plain(record.widgetId),
    plain(record.address),
    plain(record.method),
    record.class,
    record.httpStatus,
    record.targetStatus,
    record.code,
    record.ms.total,
    record.ms.target,
    record.ms.queue,
    Math.round(record.bytes.in),
    Math.round(record.bytes.out),
    record.cache,
    record.tries ?? 1,
    record.node ?? thisNode,
    json(record.steps ?? []),
    record.replayOf,
  ]);

/** Its request and answer as a line of theirs; undefined where neither is kept. */
export const bodyLine = (record: CallRecord & { readonly id: string }): Buffer | undefined =>
  record.request || record.answer
    ? copyLine([record.id, record.at, record.target.interfaceId, cut(record.request), cut(record.answer)])
    : undefined;

/** What comes from outside may hold what the database refuses. */
const plain = (text: string | null | undefined): string | null | undefined =>
  text == null || (text.length <= 500 && text.isWellFormed() && !text.includes('\0'))
    ? text
    : text.replaceAll('\0', '').slice(0, 500).toWellFormed();
const json = (value: unknown): string => {
  const text = JSON.stringify(value);
  return text.includes('\\u') ? JSON.stringify(value, (_name, part: unknown) => writable(part)) : text;
};

/** A part of what is logged without what the database refuses, in names too. */
function writable(part: unknown): unknown {
  const clean = (text: string): string => text.replaceAll('\0', '').toWellFormed();
  if (typeof part === 'string') return clean(part);
  if (typeof part !== 'object' || part === null || Array.isArray(part)) return part;
  return Object.fromEntries(Object.entries(part).map(([name, value]) => [clean(name), value]));
}

function cut(body: CallBody | undefined): string | null {
  if (!body) return null;
  const bytes = Buffer.from(body.text);
  if (bytes.length <= bodyBytes) return json(body);
  // A character that was cut in two becomes none.
  const text = bytes
    .subarray(0, bodyBytes)
    .toString('utf8')
    .replace(/\uFFFD$/, '');
  return json({ ...body, text, truncated: true });
}
