import { sql, type Selectable } from 'kysely';
import type { Language } from '#kit/common/language.ts';
import { compareSeverity, type NoticeChannel, type WarningSeverity } from '#kit/common/warning/warning-facts.ts';
import { builtinAdminUid } from '#kit/server/caller.ts';
import type { Db } from '#kit/server/directory.ts';
import type { Services } from '#kit/server/services.ts';
import type { NoticePersonTable } from '../notice-person.table.ts';

/** A notice person as the rounds know it. */
export type Person = Selectable<NoticePersonTable>;

/** A notice person with the language and time zone in which to tell them: their own request, else those of the employee. */
export async function settled<P extends Pick<Person, 'employee_id' | 'language' | 'time_zone'>>(
  db: Db,
  { directory }: Pick<Services, 'directory'>,
  person: P,
): Promise<P & { language: Language }> {
  const needed = person.employee_id !== null && (person.language === null || person.time_zone === null);
  const employee = needed ? await directory.byUid(db, person.employee_id!) : undefined;
  return {
    ...person,
    language: person.language ?? employee?.language ?? 'zh_CN',
    time_zone: person.time_zone ?? employee?.timeZone ?? null,
  };
}

/** Everybody who may be told now. */
export async function readPersons(db: Db, services: Pick<Services, 'directory'>, now: number): Promise<Map<string, Person>> {
  const rows = await db
    .selectFrom('notice_person')
    .selectAll()
    .where('enabled', '=', true)
    .where((is) => is.or([is('expires_at', 'is', null), is('expires_at', '>', now)]))
    .orderBy('id')
    .execute();
  const known = await Promise.all(rows.map((row) => settled(db, services, row)));
  return new Map(known.map((row) => [row.id, row]));
}

/** How somebody requests to be told of a warning. */
export interface Requested {
  readonly person: Person;
  readonly delayMillis: number;
  readonly channels: readonly NoticeChannel[];
}

interface Asked {
  readonly kind: string;
  readonly module: string;
  readonly severity: WarningSeverity;
}

/** Who is to be told of a warning: by their own request, the earliest of several, because its rule names them, or because it is about the licence and they look after that. */
export function requestsFor(persons: ReadonlyMap<string, Person>, asked: Asked, named: readonly string[]): Requested[] {
  return [...persons.values()].flatMap((person): Requested[] => {
    const requested = person.subscriptions
      .filter((one) => one.kind === '*' || one.kind === asked.kind)
      .filter((one) => one.module === null || one.module === asked.module)
      .filter((one) => compareSeverity(asked.severity, one.minSeverity) >= 0)
      .toSorted((one, other) => one.delayMinutes - other.delayMinutes)[0];
    if (requested)
      return [
        {
          person,
          delayMillis: requested.delayMinutes * 60_000,
          channels: requested.channels ? person.channels.filter((one) => requested.channels?.includes(one)) : person.channels,
        },
      ];
    const looksAfterLicence = person.licence && asked.kind.startsWith('licence.');
    return looksAfterLicence || named.includes(person.id) ? [{ person, delayMillis: 0, channels: person.channels }] : [];
  });
}

/** A message to one person: by their ways other than mail, in the console where they have no other. */
export function messageTo(persons: ReadonlyMap<string, Person>, id: string): Requested[] {
  const person = persons.get(id);
  if (!person) return [];
  const others = person.channels.filter((one) => one !== 'mail');
  return [{ person, delayMillis: 0, channels: others.length > 0 ? others : ['console'] }];
}

/** The channels that can carry a kind; where the requested ones can't, any other of the person. */
export function carriers(requested: readonly NoticeChannel[], all: readonly NoticeChannel[], notBy: readonly string[]): NoticeChannel[] {
  const able = (channels: readonly NoticeChannel[]): NoticeChannel[] => channels.filter((one) => !notBy.includes(one));
  const own = able(requested);
  return own.length > 0 ? own : able(all);
}

/** Everybody who may do everything, for what reached nobody else. */
export async function superAdministrators(
  db: Db,
  { directory }: Pick<Services, 'directory'>,
  now: number,
): Promise<{ uid: string; name: string }[]> {
  const { rows } = await sql<{
    kind: string;
    object: string;
  }>`select distinct kind, object_id as object from role_member join role on role.id = role_id
    where role.is_supper_admin and role.enabled and coalesce(role.expires_at > ${now}, true) and (until is null or until > ${now})`.execute(
    db,
  );
  const idsOf = (kind: string): string[] => rows.filter((row) => row.kind === kind).map(({ object }) => object);
  const uids = new Set([builtinAdminUid, ...idsOf('employee')]);
  for (const set of [
    idsOf('department').length > 0 && directory.employeesUnder(idsOf('department')),
    idsOf('crowd').length > 0 && directory.employeesOfCrowds(idsOf('crowd')),
  ])
    if (set)
      for (const { id } of (await sql<{ id: string }>`select id from (${set}) as people(id) limit 200`.execute(db)).rows) uids.add(id);
  const people = await directory.people(db, [...uids]);
  return [...uids].map((uid) => ({ uid, name: people.get(uid)?.name ?? 'admin' }));
}
