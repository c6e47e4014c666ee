import { sql } from 'kysely';
import type { Reply } from '#kit/common/contract.ts';
import type { IssueDraft } from '#kit/server/refusal.ts';
import type { sourceAlarmList } from '../../common/source.contract.ts';
import type { AlarmPerson } from '../../common/source-parts.ts';
import { findSource, type Means, type SourceFound } from './source.query.ts';

/** Who is told; a word for whom the caller may not know. */
export async function alarmPeopleOf(call: Means, id: string): Promise<Reply<typeof sourceAlarmList>> {
  const { alarm_people: people, version } = await findSource(call, id);
  const { db, caller, services } = call;
  const ids = people.flatMap(({ employeeId }) => employeeId ?? []);
  const named = await services.directory.people(db, ids, caller.language, caller.scope());
  return {
    list: people.map((person) => ({ ...person, name: person.address ?? named.get(person.employeeId ?? '')?.name ?? '—' })),
    version,
  };
}

/** Checks that a new recipient lies in the editor's range and nobody is listed twice. */
export async function alarmIssues(call: Means, found: SourceFound, people: readonly AlarmPerson[]): Promise<IssueDraft[]> {
  const visible = await inRange(call, people);
  const known = new Set(found.alarm_people.map(({ employeeId }) => employeeId));
  const seen = new Set<string>();
  return people.flatMap(({ employeeId, address }, at) => {
    const one = employeeId ?? address ?? '';
    const path = `people.${at}.${employeeId === undefined ? 'address' : 'employeeId'}`;
    if (seen.has(one)) return [{ path, namespace: 'user-centre', key: 'source.issue.toldTwice' }];
    seen.add(one);
    return employeeId === undefined || visible.has(employeeId) || known.has(employeeId)
      ? []
      : [{ path, namespace: 'user-centre', key: 'source.issue.nobody' }];
  });
}

async function inRange({ db, services, caller }: Means, people: readonly AlarmPerson[]): Promise<Set<string>> {
  const ids = people.flatMap(({ employeeId }) => employeeId ?? []);
  const { rows } = await sql<{ id: string }>`select p.id from unnest(${ids}::uuid[]) as p(id) join employee e on e.id = p.id
    where e.status <> 'deleted' and ${services.directory.employeeInRange(caller.scope(), 'p.id')}`.execute(db);
  return new Set(rows.map(({ id }) => id));
}
