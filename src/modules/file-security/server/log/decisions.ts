import { sql, type RawBuilder } from 'kysely';
import type { Parsed, Reply } from '#kit/common/contract.ts';
import type { Call } from '#kit/server/handle.ts';
import { Refusal } from '#kit/server/refusal.ts';
import type { FileCase } from '../../common/case.ts';
import type { DecisionRow, decisionGet, decisionList } from '../../common/decision.contract.ts';
import { fileActions, fileTypes, levels } from '../../common/words.ts';
import { platforms } from '#kit/common/client/platforms.ts';
import { ruleNamer } from '#modules/enterprise/server/public.ts';
import { decisionViewOf, namedIn, type Reader } from '../rule/decision-words.ts';
import type { Decision } from '../rule/facts.ts';
import { fileSettings } from '../settings.ts';
import { deviceIn } from '../set/effect.ts';

const dayMillis = 86_400_000;

interface Row {
  id: number;
  ref: string;
  at: number;
  employee: string;
  action: DecisionRow['action'];
  occasion: DecisionRow['occasion'];
  fileId: string | null;
  fileName: string;
  platform: number;
  address: string | null;
  deviceName: string | null;
  verdict: DecisionRow['verdict'];
  step: DecisionRow['step'];
  ruleId: string | null;
  ruleName: string | null;
  conditions: Decision['conditions'];
  steps: Pick<Decision, 'steps' | 'observed' | 'later'>;
  facts: Record<string, unknown>;
  setNumber: number;
}

const columns = sql`id, ref, at, employee_id as employee, action, occasion, file_id as "fileId", file_name as "fileName", platform, address,
  device_name as "deviceName", verdict, step, rule_id as "ruleId", rule_name as "ruleName", conditions, steps, facts, set_number as "setNumber"`;

/** A place in a log that is read backwards: the moment and the id of the last row. */
export const cursorOf = ({ at, id }: { at: number; id: number | string }): string => `${at}.${id}`;
/** SQL condition of the rows behind a place. A place of nobody finds nothing. */
export function behind(after: string | undefined, id: 'bigint' | 'uuid'): RawBuilder<boolean>[] {
  if (after === undefined) return [];
  const [at = '', last = ''] = after.split('.');
  const isPlace = /^\d{1,16}$/.test(at) && (id === 'bigint' ? /^\d{1,18}$/ : /^[0-9a-f-]{36}$/).test(last);
  return [isPlace ? sql<boolean>`(log.at, log.id) < (${at}::bigint, ${last}::${sql.raw(id)})` : sql<boolean>`false`];
}

/** Names of people with their departments, as far as the reader may see them. */
export async function namedPeople(call: Pick<Call, 'db' | 'caller' | 'services'>, ids: readonly string[]) {
  const people = await call.services.directory.people(call.db, [...new Set(ids)], call.caller.language, call.caller.scope());
  return (id: string) => ({ employeeName: people.get(id)?.name ?? '', departmentName: people.get(id)?.departmentName ?? '' });
}

const rowOf = (row: Row, named: { employeeName: string; departmentName: string }): DecisionRow => ({
  id: String(row.id),
  ref: row.ref,
  at: row.at,
  employeeId: row.employee,
  ...named,
  action: row.action,
  occasion: row.occasion,
  fileName: row.fileName,
  platform: row.platform,
  address: row.address ?? '',
  verdict: row.verdict,
  step: row.step,
  ruleName: row.ruleName ?? '',
});

/** A page of decisions of people in range, the newest first. */
export async function listDecisions(call: Call, input: Parsed<typeof decisionList>): Promise<Reply<typeof decisionList>> {
  const range = call.caller.scope();
  const where: RawBuilder<boolean>[] = [
    call.services.directory.employeeInRange(range, 'log.employee_id'),
    ...behind(input.after, 'bigint'),
  ];
  if (input.from !== undefined) where.push(sql`log.at >= ${input.from}`);
  if (input.to !== undefined) where.push(sql`log.at <= ${input.to}`);
  if (input.ref) where.push(sql`log.ref = ${input.ref.toUpperCase()}`);
  if (input.empId) where.push(sql`log.employee_id = ${input.empId}::uuid`);
  if (input.fileId) where.push(sql`log.file_id = ${input.fileId}::uuid`);
  if (input.ruleId) where.push(sql`(log.rule_id = ${input.ruleId}::uuid or log.observed @> array[${input.ruleId}::uuid])`);
  if (input.action) where.push(sql`log.action = ${input.action}`);
  if (input.verdict) where.push(sql`log.verdict = ${input.verdict}`);
  const { rows } = await sql<Row>`select ${columns} from file_decision log where ${sql.join(where, sql` and `)}
    order by log.at desc, log.id desc limit ${input.pageSize + 1}`.execute(call.db);
  const shown = rows.slice(0, input.pageSize);
  const named = await namedPeople(
    call,
    shown.map(({ employee }) => employee),
  );
  const last = shown.at(-1);
  return { list: shown.map((row) => rowOf(row, named(row.employee))), next: rows.length > shown.length && last ? cursorOf(last) : null };
}

/** A decision by its code, of somebody in range; 18231 for any other. */
export async function decisionByRef(call: Pick<Call, 'db' | 'caller' | 'services'>, ref: string): Promise<Row> {
  const range = call.caller.scope();
  const { rows } = await sql<Row>`select ${columns} from file_decision log where log.ref = ${ref.toUpperCase()}
    and ${call.services.directory.employeeInRange(range, 'log.employee_id')}`.execute(call.db);
  const { decisionDays } = await fileSettings.read(call.db);
  if (!rows[0] || rows[0].at < call.services.now() - decisionDays * dayMillis) throw new Refusal(18231, { days: decisionDays });
  return rows[0];
}

/** How the caller reads these decisions. */
export async function readerOf(
  { db, services, caller }: Pick<Call, 'db' | 'services' | 'caller'>,
  decisions: readonly Pick<Decision, 'steps'>[],
): Promise<Reader> {
  const named = await ruleNamer(db, { range: caller.scope(), language: caller.language }, decisions.flatMap(namedIn));
  return { texts: services.texts, language: caller.language, named };
}

/** The decision as its reader sees it. */
export const viewOfRow = async (call: Pick<Call, 'db' | 'services' | 'caller'>, row: Row) =>
  decisionViewOf(await readerOf(call, [row.steps]), {
    ...row.steps,
    verdict: row.verdict,
    step: row.step,
    conditions: row.conditions,
    rule: row.ruleName === null ? null : { id: row.ruleId, name: row.ruleName },
  });

/** One decision with its way. */
export async function getDecision(call: Call, ref: string): Promise<Reply<typeof decisionGet>> {
  const row = await decisionByRef(call, ref);
  const named = await namedPeople(call, [row.employee]);
  return {
    ...rowOf(row, named(row.employee)),
    decision: await viewOfRow(call, row),
    setNumber: row.setNumber,
    deviceName: row.deviceName ?? '',
  };
}

/** The case of a decision, as the simulator is filled in with it. */
export function caseOf(row: Row): FileCase {
  const { facts } = row;
  const recipients = facts['recipientIds'];
  return {
    employeeId: row.employee,
    action: fileActions.find((one) => one === row.action) ?? 'download',
    platform: platforms.find((one) => one === row.platform) ?? 2,
    deviceId: null,
    device: describedIn(facts['device']),
    address: row.address ?? '',
    at: row.at,
    file: {
      fileId: row.fileId,
      name: row.fileName,
      type: fileTypes.find((one) => one === facts['type']) ?? 'other',
      size: Number(facts['size'] ?? 0),
      level: levels.find((one) => one === facts['level']) ?? 1,
    },
    recipientIds: Array.isArray(recipients) ? recipients.filter((one): one is string => typeof one === 'string').slice(0, 100) : [],
    external: facts['external'] === true,
  };
}

/** The device as it was then, described: the same one may be another today. */
function describedIn(value: unknown): FileCase['device'] {
  const then = deviceIn(value);
  if (!then) return null;
  const { ownership, formFactor, compliant, bound, hardwareKey } = then;
  return { ownership, formFactor, compliant, bound, hardwareKey };
}
