import { sql } from 'kysely';
import { said } from '#kit/server/audit/words.ts';
import { leaveJournal } from '#kit/server/change/past.ts';
import { legalFloorDays, mostKeepDays, type LogKind } from '#kit/server/log-kind.ts';

/** What the law asks to be kept: half a year at least, and never removed without an archive. */
const lawful = {
  monthly: true,
  floorDays: legalFloorDays,
  defaultDays: 365,
  maxDays: mostKeepDays,
  archiveOnly: true,
  time: 'at',
} as const;

const logins = {
  ...lawful,
  table: 'login_log',
  stream: 'login_log',
  holds: { people: ['uid'], objects: ['device_id', 'session_id'], addresses: ['address'] },
} as const;

/** The logs that this product keeps of itself. */
export const ownLogKinds: readonly LogKind[] = [
  {
    ...lawful,
    code: 'operation',
    name: said('操作日志', 'Operation log', '操作ログ'),
    table: 'audit_log',
    stream: 'audit_log',
    holds: { people: ['uid', 'object_id'], objects: ['object_id'], addresses: ['address'] },
    // A bulk call names its first object only.
    touching: (ids) => sql<boolean>`log.batch_id in (select batch_id from change_operation where object_id = any(${[...ids]}::text[]))`,
  },
  {
    ...logins,
    code: 'consoleLogin',
    name: said('控制台登录日志', 'Console sign-ins', 'コンソールのサインイン'),
    only: sql<boolean>`log.side = 'console'`,
  },
  {
    ...logins,
    code: 'clientLogin',
    name: said('终端登录日志', 'Terminal sign-ins', '端末のサインイン'),
    only: sql<boolean>`log.side = 'client'`,
  },
  {
    ...lawful,
    code: 'read',
    name: said('查阅记录', 'Read log', '閲覧記録'),
    table: 'read_log',
    stream: 'read_log',
    holds: { people: ['uid'], objects: ['file_id'], addresses: ['address'] },
    touching: (ids) => sql<boolean>`log.object_ids && ${[...ids]}::text[]`,
  },
  {
    ...lawful,
    code: 'change',
    name: said('变更记录', 'Journal of changes', '変更履歴'),
    table: 'change_operation',
    stream: 'change_operation',
    // Histories and undoing read it.
    defaultDays: 3 * 365,
    holds: { people: [], objects: ['object_id'], addresses: [] },
    touching: (ids, addresses) =>
      sql<boolean>`log.batch_id in (select id from change_batch where uid = any(${[...ids]}::text[]) or address = any(${[...addresses]}::text[]))`,
    beside: sql`(select to_jsonb(batch) from change_batch batch where batch.id = log.batch_id)`,
    // What somebody keeps in the recycle bin comes back from its line.
    stays: sql<boolean>`(log.action = 'delete' and exists (select from change_held where operation_id = log.id)
      and not exists (select from change_reverted where operation_id = log.id) and not exists (select from change_purged where operation_id = log.id))`,
    leave: leaveJournal,
  },
  {
    code: 'jobHistory',
    name: said('任务历史', 'Job history', 'ジョブ履歴'),
    table: 'job',
    time: 'created_at',
    monthly: false,
    only: sql<boolean>`log.ended_at is not null`,
    floorDays: 7,
    defaultDays: 90,
    maxDays: mostKeepDays,
    // What a job works with may hold more than its history needs.
    columns: ['id', 'kind', 'uid', 'title_params', 'state', 'done', 'total', 'failed', 'created_at', 'started_at', 'ended_at', 'error'],
    holds: { people: ['uid'], objects: ['id'], addresses: [] },
  },
];
