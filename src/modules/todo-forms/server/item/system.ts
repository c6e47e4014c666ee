import { sql, type RawBuilder } from 'kysely';
import type { LocalDraft } from '#kit/common/language.ts';
import type { Db } from '#kit/server/directory.ts';

/** A business system as its items need it. */
export interface TodoSystem {
  readonly id: string;
  readonly code: string;
  readonly name: LocalDraft;
  readonly icon: string;
  readonly enabled: boolean;
  readonly accessSystemId: string | null;
  readonly answerMode: 'call' | 'interface' | 'none';
  readonly answerUrl: string | null;
  readonly answerSecret: string | null;
  readonly answerInterfaceId: string | null;
  readonly statusInterfaceId: string | null;
  readonly assignBy: 'uid' | 'account' | 'employeeNo' | 'mobile' | 'email';
  readonly perMinute: number;
  readonly openItems: number;
  /** Largest data of an item, in bytes. */
  readonly bytes: number;
  readonly linkHosts: readonly string[];
  readonly quietHours: boolean;
  readonly notify: 'message' | 'badge' | 'none';
  readonly afterDisable: 'readOnly' | 'hidden';
}

const columns = sql`s.id, s.code, s.name, s.icon, s.enabled, s.access_system_id as "accessSystemId", s.answer_mode as "answerMode",
  s.answer_url as "answerUrl", s.answer_secret as "answerSecret", s.answer_interface_id as "answerInterfaceId",
  s.status_interface_id as "statusInterfaceId", s.assign_by as "assignBy", s.per_minute as "perMinute", s.open_items as "openItems", s.bytes,
  s.link_hosts as "linkHosts", s.quiet_hours as "quietHours", s.notify, s.after_disable as "afterDisable"`;

const one = async (db: Db, where: RawBuilder<boolean>): Promise<TodoSystem | undefined> => {
  const { rows } = await sql<TodoSystem>`select ${columns} from todo_system s where ${where}`.execute(db);
  return rows[0];
};

/** A business system by its id. */
export const todoSystem = (db: Db, id: string): Promise<TodoSystem | undefined> => one(db, sql<boolean>`s.id = ${id}::uuid`);

/** The business system whose pushes an access system signs. */
export const systemOfAccess = (db: Db, accessSystemId: string): Promise<TodoSystem | undefined> =>
  one(db, sql<boolean>`s.access_system_id = ${accessSystemId}::uuid`);

/** Business systems by id. */
export async function todoSystems(db: Db, ids: readonly string[]): Promise<Map<string, TodoSystem>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<TodoSystem>`select ${columns} from todo_system s where s.id = any(${[...new Set(ids)]}::uuid[])`.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}

/** Whether a link may be shown for a system: to one of its hosts, or to any where it names none. */
export function mayLink({ linkHosts }: Pick<TodoSystem, 'linkHosts'>, url: string): boolean {
  try {
    const { protocol, hostname, username, password } = new URL(url);
    if ((protocol !== 'https:' && protocol !== 'http:') || username !== '' || password !== '') return false;
    return (
      linkHosts.length === 0 || linkHosts.some((host) => (host.startsWith('*.') ? hostname.endsWith(host.slice(1)) : hostname === host))
    );
  } catch {
    return false;
  }
}
