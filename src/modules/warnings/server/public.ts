import { sql } from 'kysely';
import type { Language } from '#kit/common/language.ts';
import type { Caller } from '#kit/server/caller.ts';
import { rangeOn } from '#kit/server/change/callers.ts';
import { changeObjects } from '#kit/server/change/change-objects.ts';
import type { Db, Tx } from '#kit/server/directory.ts';
import type { Call } from '#kit/server/handle.ts';
import { peopleSeen } from '#kit/server/names-seen.ts';
import { outsideWord } from '#kit/server/outside-word.ts';
import { InvalidInput } from '#kit/server/refusal.ts';
import type { Services } from '#kit/server/services.ts';
import { warningPage } from '../common/permissions.ts';
import type { Subscription } from '../common/notice-person.contract.ts';
import { noticePersonKind } from './notice-person.kind.ts';
import type { NoticePersonTable } from './notice-person.table.ts';
import { addressOf } from './round/deliver.ts';
import { settled } from './round/persons.ts';
import { warningInRange } from './warning.query.ts';

export { warningsAround } from './warnings-around.ts';

/** Every notice person, with whether they are told of the licence. */
export function licencePersons(db: Db): Promise<{ id: string; name: string; channels: string[]; enabled: boolean; licence: boolean }[]> {
  return db
    .selectFrom('notice_person')
    .select(['id', 'name', 'channels', 'enabled', 'licence'])
    .orderBy('name')
    .orderBy('id')
    .limit(500)
    .execute();
}

/** Chooses who is told of the licence: these and nobody else. Answers for how many that is another word than before. */
export async function setLicencePersons(tx: Tx, caller: Caller, ids: readonly string[]): Promise<number> {
  const all = await tx.selectFrom('notice_person').select(['id', 'licence']).execute();
  const unknown = ids.filter((id) => all.every((one) => one.id !== id));
  if (unknown.length > 0) throw new InvalidInput([{ path: 'ids', namespace: 'warnings', key: 'issue.nobody' }]);
  const changed = all.filter(({ id, licence }) => ids.includes(id) !== licence);
  if (changed.length === 0) return 0;
  await changeObjects(
    tx,
    caller,
    noticePersonKind,
    changed.map(({ id, licence }) => ({ id, version: null, fields: { licence: !licence } })),
  );
  return changed.length;
}

/** Every notice person by name, and whether the caller sees them: a word stands for the name of those outside the range. */
export async function noticePersonNames(
  db: Db,
  { caller, services }: Pick<Call, 'caller' | 'services'>,
): Promise<{ id: string; name: string; seen: boolean }[]> {
  const rows = await db
    .selectFrom('notice_person')
    .select(['id', 'name', 'employee_id'])
    .orderBy('name')
    .orderBy('id')
    .limit(500)
    .execute();
  const seen = await peopleSeen(
    db,
    { directory: services.directory, range: caller.scope() },
    rows.map((row) => row.employee_id),
  );
  const isSeen = (uid: string | null): boolean => !seen || (uid !== null && seen.has(uid));
  return rows.map(({ id, name, employee_id: uid }) =>
    isSeen(uid) ? { id, name, seen: true } : { id, name: outsideWord(caller.language), seen: false },
  );
}

/** A notice person as mail goes there. */
export interface MailRecipient {
  id: string;
  name: string;
  /** Of the employee; null for an outside address. */
  uid: string | null;
  /** Absent where there is none, or it was not proven. */
  address: string | undefined;
  /** Where there is no address: whether a message can reach them in the console or by a webhook. */
  otherwise: boolean;
  language: Language;
}

/** These notice persons as far as they are told of anything now. */
export async function mailRecipients(
  services: Pick<Services, 'directory' | 'database' | 'now'>,
  ids: readonly string[],
): Promise<MailRecipient[]> {
  if (ids.length === 0) return [];
  const rows = await services.database.db
    .selectFrom('notice_person')
    .selectAll()
    .where('id', 'in', ids)
    .where('enabled', '=', true)
    .where((where) => where.or([where('expires_at', 'is', null), where('expires_at', '>', services.now())]))
    .orderBy('id')
    .execute();
  return Promise.all(
    rows.map(async (person) => ({
      id: person.id,
      name: person.name,
      uid: person.employee_id,
      address: await addressOf(services, person),
      otherwise: person.employee_id !== null || person.channels.includes('webhook'),
      language: (await settled(services.database.db, services, person)).language,
    })),
  );
}

/** A notice person with whether they are told of what these modules notice. */
export interface ModuleNoticePerson {
  id: string;
  name: string;
  channels: NoticePersonTable['channels'];
  enabled: boolean;
  /** By subscriptions to these modules. */
  chosen: boolean;
  /** By a subscription to everything. */
  everything: boolean;
}

const isFor = ({ kind, module }: Subscription, modules: readonly string[]): boolean =>
  kind === '*' && module !== null && modules.includes(module);

/** Every notice person, with whether they are told of what these modules notice. */
export async function moduleNoticePersons(db: Db, modules: readonly string[]): Promise<ModuleNoticePerson[]> {
  const rows = await db.selectFrom('notice_person').selectAll().orderBy('name').orderBy('id').limit(500).execute();
  return rows.map(({ id, name, channels, enabled, subscriptions }) => ({
    id,
    name,
    channels,
    enabled,
    chosen: subscriptions.some((one) => isFor(one, modules)),
    everything: subscriptions.some(({ kind, module }) => kind === '*' && module === null),
  }));
}

/** Chooses who is told of what these modules notice: these and nobody else by a subscription of that kind. Answers for how many that is a change; nobody is left without any subscription. */
export async function setModuleNoticePersons(tx: Tx, caller: Caller, modules: readonly string[], ids: readonly string[]): Promise<number> {
  const all = await tx.selectFrom('notice_person').select(['id', 'name', 'subscriptions']).execute();
  if (ids.some((id) => all.every((one) => one.id !== id)))
    throw new InvalidInput([{ path: 'ids', namespace: 'warnings', key: 'issue.nobody' }]);
  const changed = all.filter(({ id, subscriptions }) => ids.includes(id) !== subscriptions.some((one) => isFor(one, modules)));
  const changes = changed.map(({ id, subscriptions }) => {
    const others = subscriptions.filter((one) => !isFor(one, modules));
    const added = modules.map((module): Subscription => ({ kind: '*', module, minSeverity: 'warning', delayMinutes: 0, channels: null }));
    return { id, version: null, fields: { subscriptions: ids.includes(id) ? [...others, ...added] : others } };
  });
  if (changes.some(({ fields }) => fields.subscriptions.length === 0))
    throw new InvalidInput([{ path: 'ids', namespace: 'warnings', key: 'issue.lastSubscription' }]);
  if (changes.length > 0) await changeObjects(tx, caller, noticePersonKind, changes);
  return changes.length;
}

/** Warnings in force and how many there were at the end of each day, in the range of their page; nothing for who may not open it. */
export async function warningDays(
  services: Pick<Services, 'directory'>,
  db: Db,
  caller: Caller,
  days: readonly number[],
): Promise<{ open: number; critical: number; days: number[] } | null> {
  if (!caller.can(warningPage.code)) return null;
  const { rows } = await sql<{ opened: number; resolved: number | null; critical: boolean; n: number }>`select
      width_bucket(coalesce(opened_at, first_at), ${days}::bigint[]) - 1 as opened,
      case when state = 'resolved' then width_bucket(coalesce(resolved_at, last_at), ${days}::bigint[]) - 1 end as resolved,
      severity = 'critical' as critical, count(*)::int as n
    from warning where state in ('open', 'acknowledged', 'resolved') and (state <> 'resolved' or resolved_at >= ${days[0] ?? 0})
      and ${warningInRange(services, rangeOn(caller, warningPage.code))} group by 1, 2, 3`.execute(db);
  const sum = (fits: (row: (typeof rows)[number]) => boolean): number => rows.filter(fits).reduce((total, { n }) => total + n, 0);
  return {
    open: sum(({ resolved }) => resolved === null),
    critical: sum(({ resolved, critical }) => resolved === null && critical),
    // Open at the end of a day: opened by then, resolved later or not yet.
    days: days.map((_, at) => sum(({ opened, resolved }) => opened <= at && (resolved === null || resolved > at))),
  };
}
