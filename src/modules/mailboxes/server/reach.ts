import { sql } from 'kysely';
import type { Platform } from '#kit/common/client/platforms.ts';
import type { LocalDraft } from '#kit/common/language.ts';
import type { Db } from '#kit/server/directory.ts';
import { directory } from '#modules/people/server/public.ts';
import { clock } from '#platform/clock.ts';
import { boxRights, mailFunctions, type BoxKind, type BoxRight, type BoxState, type MailFunction } from '../common/boxes/words.ts';
import './boxes/tables.ts';

/** What somebody may do with mail on a terminal: everything that one of the rows gives which reach them. */
export interface MailUse {
  readonly functions: ReadonlySet<MailFunction>;
  /** Days that mail is kept on the terminal. */
  readonly offlineDays: number;
}

/** Returns what somebody may do with mail on terminals of a platform, on any (null); null where no row reaches them (17001). */
export async function mayUseMail(db: Db, employeeId: string, terminalType: Platform | null): Promise<MailUse | null> {
  const onTerminal = terminalType === null ? sql`true` : sql`m.terminal_types @> to_jsonb(${terminalType}::int)`;
  const { rows } = await sql<{ functions: MailFunction[]; days: number }>`select m.functions, m.offline_days as days from mail_member m
    where ${onTerminal} and (m.expires_at is null or m.expires_at > ${clock.now()}) and (m.employee_id = ${employeeId}::uuid
      or m.department_id in (${directory.departmentsAbove(employeeId)}) or m.crowd_id in (${directory.crowdsOf(employeeId)}))`.execute(db);
  if (rows.length === 0) return null;
  const given = new Set(rows.flatMap(({ functions }) => functions));
  return {
    functions: new Set(mailFunctions.filter((one) => given.has(one))),
    offlineDays: Math.max(...rows.map(({ days }) => days)),
  };
}

/** A box as those know it who open it. */
export interface BoxAccount {
  readonly id: string;
  readonly address: string;
  readonly name: LocalDraft;
  readonly kind: BoxKind;
  readonly serverId: string;
  readonly employeeId: string | null;
  readonly ownerId: string | null;
  readonly aliases: readonly string[];
  readonly signature: LocalDraft | null;
  readonly state: BoxState;
  /** Counts what ends its connections and the mail sessions of its terminals. */
  readonly epoch: number;
}

/** One way in which somebody may open a box. The same box stands here once for each grant that reaches them. */
export interface OpenBox {
  readonly account: BoxAccount;
  readonly rights: readonly BoxRight[];
  /** Null: all of them. */
  readonly folders: readonly string[] | null;
  /** The grant; null for one's own box. */
  readonly authId: string | null;
}

/** Returns the boxes that somebody may open now: their own ones first, then those that they were granted. Boxes and servers that are disabled are left out. */
export async function boxesOf(db: Db, employeeId: string): Promise<OpenBox[]> {
  const now = clock.now();
  const { rows } = await sql<BoxAccount & { authId: string | null; rights: BoxRight[] | null; folders: string[] | null }>`
    select a.id, a.address, a.name, a.kind, a.server_id as "serverId", a.employee_id as "employeeId", a.owner_id as "ownerId", a.aliases,
      a.signature, a.state, a.epoch, way.auth_id as "authId", way.rights, way.folders
    from mail_account a join mail_server s on s.id = a.server_id and s.enabled join (
      select id as account_id, null::uuid as auth_id, null::jsonb as rights, null::jsonb as folders from mail_account
        where employee_id = ${employeeId}::uuid or (kind <> 'personal' and owner_id = ${employeeId}::uuid)
      union all
      select account_id, id, rights, folders from mail_auth
        where (starts_at is null or starts_at <= ${now}) and (expires_at is null or expires_at > ${now})
          and (employee_id = ${employeeId}::uuid or crowd_id in (${directory.crowdsOf(employeeId)}))
    ) as way on way.account_id = a.id
    where a.enabled and a.state <> 'closed'
    order by way.auth_id is not null, a.kind, a.address, way.auth_id`.execute(db);
  return rows.map(({ authId, rights, folders, ...account }) => ({ account, rights: rights ?? boxRights, folders, authId }));
}

/** Returns what somebody may do in a folder of a box (null: in any of its folders), and the grants by which. */
export function rightsIn(
  boxes: readonly OpenBox[],
  accountId: string,
  folder: string | null,
): { readonly rights: ReadonlySet<BoxRight>; readonly authIds: readonly string[]; readonly own: boolean } {
  const ways = boxes.filter(
    ({ account, folders }) => account.id === accountId && (folder === null || folders === null || folders.includes(folder)),
  );
  return {
    rights: new Set(ways.flatMap(({ rights }) => rights)),
    authIds: ways.flatMap(({ authId }) => authId ?? []),
    own: ways.some(({ authId }) => authId === null),
  };
}
