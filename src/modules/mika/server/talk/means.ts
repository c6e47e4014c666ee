import { sql } from 'kysely';
import type { Language } from '#kit/common/language.ts';
import { membershipOf } from '#kit/server/audience/audience.ts';
import type { Db } from '#kit/server/directory.ts';
import type { Services } from '#kit/server/services.ts';
import { departmentsInContacts, peopleInContacts } from '#modules/contacts/server/public.ts';
import { directory, personFacts, siteZone } from '#modules/people/server/public.ts';
import { mrmFunctions } from '#modules/robots/server/public.ts';
import { wallOf } from '#platform/wall-clock.ts';
import type { Engine } from '../engine/engine.ts';
import { interfaceFacts } from '../interface-facts.ts';
import { mikaSettings } from '../setting.ts';
import type { TalkMeans, TalkPerson } from './talk.ts';

/** Reads an employee as mika knows them; undefined where there is no such person. */
export async function talkPerson(
  services: Services,
  db: Db,
  { uid, language }: { uid: string; language: Language },
): Promise<TalkPerson | undefined> {
  const { rows } = await sql<{ departmentId: string }>`select facts."departmentId" from (${personFacts()}) as facts
    where facts.id::text = ${uid}`.execute(db);
  const person = (await services.directory.people(db, rows.length > 0 ? [uid] : [], language)).get(uid);
  if (!person || !rows[0]) return undefined;
  const { functions } = await mrmFunctions(services, uid);
  return {
    uid,
    account: person.account,
    name: person.name,
    departmentId: rows[0].departmentId,
    departmentName: person.departmentName,
    membership: await membershipOf(db, directory, uid),
    mayWrite: functions.has('mika.write'),
  };
}

interface Asking {
  readonly engine: Engine;
  readonly person: TalkPerson;
  readonly language: Language;
}

/** Everything that a turn is taken by. */
export async function meansFor(services: Services, db: Db, { engine, person, language }: Asking): Promise<TalkMeans> {
  const now = services.now();
  const zone = siteZone();
  const looking = (text: string) => ({ uid: person.uid, text, language });
  return {
    engine,
    setting: await mikaSettings.now(services),
    person,
    language,
    now,
    zone,
    wall: wallOf(now, zone),
    finder: {
      people: (text) => peopleInContacts(services, looking(text)),
      departments: (text) => departmentsInContacts(services, looking(text)),
    },
    interfaceOf: async (id) => (await interfaceFacts(db, [id])).get(id),
    words: (key, params) => services.texts.text(language, 'mika', key, params),
  };
}
