import { sql } from 'kysely';
import type { Kind, Operation, OperationIssue } from '#kit/server/change/kind.ts';
import { crudServer } from '#kit/server/crud/crud-server.ts';
import type { Db, Tx } from '#kit/server/directory.ts';
import { InvalidInput, Refusal } from '#kit/server/refusal.ts';
import { parseSegment } from '#platform/network/network.ts';
import { robot } from '../../common/company/robot.contract.ts';
import { isWithin } from '../../common/setting/narrow.ts';
import type { RobotState } from '../../common/company/words.ts';
import { directory } from '../directory.ts';
import { readRobotSettings } from '../setting/robot-settings.ts';
import { keysOf } from './keys.ts';
import { countsOf, stateSql } from './robot-figures.ts';
import { robotsChanged } from './known.ts';
import './robot.table.ts';

const dayMillis = 86_400_000;
const headerLine = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+:[^\r\n]*$/;
const ownHeaders = /^(host|content-length|content-type|connection|transfer-encoding|x-timestamp|x-nonce|x-signature|x-key-id)$/i;
const mostHeaders = 10;

/** Entered headers, one a line, without empty lines; one that is none, or that the call sets itself, is refused. */
function tidyHeaders(text: string): string {
  const lines = text.split(/\r?\n/).map((line) => line.trim());
  const kept = lines.filter((line) => line !== '');
  const wrong = kept.some((line) => !headerLine.test(line) || ownHeaders.test(line.slice(0, line.indexOf(':'))));
  if (wrong || kept.length > mostHeaders)
    throw new InvalidInput([{ path: 'outHeaders', namespace: 'robots', key: 'issue.headers', params: { n: mostHeaders } }]);
  return kept.join('\n');
}

interface Stored {
  id: string;
  company: string;
  reads: string;
  approved: boolean;
  approval: string;
  url: string | null;
  events: string[];
  on: boolean;
}

async function storedOf(tx: Tx, ids: readonly string[]): Promise<Map<string, Stored>> {
  const { rows } = await sql<Stored>`select id, company_dept_id as company, reads, reads_approved as approved, approval, out_url as url,
    out_events as events, out_on as "on" from robot where id = any(${[...ids]}::uuid[])`.execute(tx);
  return new Map(rows.map((row) => [row.id, row]));
}

type RobotOperation = Operation<{
  companyDeptId: string;
  inAddresses: string[];
  outUrl: string | null;
  outOn: boolean;
  outEvents: string[];
  reads: string;
  readsApproved: boolean;
  enabled: boolean;
}>;

async function checkRobots(tx: Tx, operations: readonly RobotOperation[]): Promise<Map<number, OperationIssue[]>> {
  const issues = new Map<number, OperationIssue[]>();
  const stored = await storedOf(
    tx,
    operations.map(({ id }) => id),
  );
  for (const [index, { id, action, after }] of operations.entries()) {
    if (!after || action === 'delete') continue;
    const add = (path: string, key: string): unknown =>
      issues.set(index, [...(issues.get(index) ?? []), { path, namespace: 'robots', key }]);
    for (const [at, text] of (after.inAddresses ?? []).entries())
      if (parseSegment(text) === undefined) add(`inAddresses.${at}`, 'issue.network');
    const was = stored.get(id);
    const url = after.outUrl === undefined ? (was?.url ?? null) : after.outUrl;
    if ((after.outOn ?? was?.on) && url === null) add('outUrl', 'issue.noAddress');
    const company = after.companyDeptId ?? was?.company;
    if (after.outUrl && company !== undefined) {
      const { host, hostname } = new URL(after.outUrl);
      const { hosts } = await readRobotSettings(tx, company);
      if (hosts.length > 0 && !isWithin(hostname, hosts) && !isWithin(host, hosts))
        throw new Refusal(17099, { host: hostname }, { host: hostname });
    }
    const reads = after.reads ?? was?.reads;
    const approved = after.readsApproved ?? was?.approved ?? false;
    // Every message is told only of what may be read.
    if (after.outEvents?.includes('message') && !(reads === 'all' && approved)) throw new Refusal(17098);
    if (after.enabled === true && was && was.approval !== 'none' && action !== 'restore')
      throw new Refusal(10412, {}, { state: was.approval });
  }
  return issues;
}

/** Erases what a robot kept that does not come back any more. */
async function purge(tx: Tx, ids: readonly string[]): Promise<void> {
  const gone = ids.map(String);
  await sql`delete from robot_cooldown where reply_id in (select id from robot_reply where robot_id = any(${gone}::uuid[]))`.execute(tx);
  for (const table of ['robot_group', 'robot_command', 'robot_reply', 'robot_key', 'robot_out', 'robot_event'])
    await sql`delete from ${sql.table(table)} where robot_id = any(${gone}::uuid[])`.execute(tx);
}

/** What of a robot stands apart from its fields: how what goes out fares. */
async function outOf(db: Db, robotId: string): Promise<{ failures: number; pausedAt: number | null }> {
  const { rows } = await sql<{ failures: number; pausedAt: number | null }>`select failures, paused_at as "pausedAt" from robot_out
    where robot_id = ${robotId}::uuid`.execute(db);
  return rows[0] ?? { failures: 0, pausedAt: null };
}

const hasState = (state: RobotState) => sql<boolean>`${stateSql('t')} = ${state}`;

/** Robots of the company on the server. */
export const robots = crudServer(robot, {
  table: 'robot',
  directory,
  tidy: (entered) => ({
    ...entered,
    ...(typeof entered.outHeaders === 'string' && { outHeaders: tidyHeaders(entered.outHeaders) }),
  }),
  check: (tx, _caller, operations) => checkRobots(tx, operations),
  written: async () => robotsChanged.happens(),
  impact: async (tx, _caller, operations) => {
    const ids = operations.flatMap(({ action, id, after }) => (action === 'delete' || after?.enabled === false ? [id] : []));
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from robot_group where robot_id = any(${ids}::uuid[])`.execute(tx);
    const [{ n } = { n: 0 }] = rows;
    const counts: Record<string, number> = n > 0 ? { groups: n } : {};
    return counts;
  },
  where: ({ services }, { state, companyDeptId, groupId, groupTypeId, direction, failing, oldKey, open }) => {
    const now = services.now();
    const recent = sql`select from robot_log l where l.robot_id = t.id and l.at > ${now - dayMillis}`;
    return [
      ...(state === undefined ? [] : [hasState(state)]),
      ...(companyDeptId === undefined
        ? []
        : [
            sql<boolean>`exists (select from department own, department top where own.id = t.company_dept_id and top.id = ${companyDeptId}::uuid
              and own.path <@ top.path)`,
          ]),
      ...(groupId === undefined
        ? []
        : [sql<boolean>`exists (select from robot_group g where g.robot_id = t.id and g.group_id = ${groupId}::uuid)`]),
      ...(groupTypeId === undefined
        ? []
        : [
            sql<boolean>`exists (select from robot_group g join im_group m on m.id = g.group_id where g.robot_id = t.id
              and m.type_id = ${groupTypeId}::uuid)`,
          ]),
      ...(direction === 'in' ? [sql<boolean>`t.in_on`] : []),
      ...(direction === 'out' ? [sql<boolean>`t.out_on`] : []),
      ...(direction === 'schedule' ? [sql<boolean>`exists (select from robot_schedule s where s.robot_id = t.id)`] : []),
      ...(direction === 'command' ? [sql<boolean>`exists (select from robot_command c where c.robot_id = t.id)`] : []),
      ...(failing === undefined
        ? []
        : [
            failing ? sql<boolean>`exists (${recent} and l.status <> 'done')` : sql<boolean>`not exists (${recent} and l.status <> 'done')`,
          ]),
      ...(oldKey === undefined ? [] : [sql<boolean>`(coalesce(t.key_changed_at, t.created_at) < ${now - 180 * dayMillis}) = ${oldKey}`]),
      ...(open === undefined ? [] : [sql<boolean>`(t.approval = 'requested' or (t.reads = 'all' and not t.reads_approved)) = ${open}`]),
    ];
  },
  rows: async ({ db, services }, objects) => {
    const counts = await countsOf(
      db,
      objects.map(({ id }) => id),
      services.now(),
    );
    return objects.map(({ id, enabled, approval, reads, readsApproved }) => ({
      state: approval === 'none' ? (enabled ? 'enabled' : 'disabled') : approval,
      ...counts(id),
      open: approval === 'requested' || (reads === 'all' && !readsApproved),
    }));
  },
  detail: async ({ db, services }, { id, code }) => {
    const keys = await keysOf(db, [id], services.now());
    const { failures, pausedAt } = await outOf(db, id);
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from robot_reply where robot_id = ${id}::uuid`.execute(db);
    return {
      hook: `/hook/robot/${code}`,
      keys: keys.map(({ which, createdAt, endsAt }) => ({ which, createdAt, endsAt })),
      outFailures: failures,
      outPausedAt: pausedAt,
      replies: rows[0]!.n,
    };
  },
});

/** Robots in the change engine; what one kept is erased once it can't come back. */
export const robotKind: Kind = { ...(robots.kind as Kind), purge };
