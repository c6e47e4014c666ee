import { sql } from 'kysely';
import { pick } from '#kit/common/language.ts';
import type { SignInSide } from '#kit/common/session/sign-in-facts.ts';
import type { Db } from '#kit/server/directory.ts';
import type { Call } from '#kit/server/handle.ts';
import { notFound } from '#kit/server/refusal.ts';
import type { SignInWays } from '#kit/server/services.ts';
import { localWay, type Found } from '#kit/server/session/sign-in-ways.ts';
import type { AuthSettingTable } from './auth-setting/auth-setting.table.ts';
import { admit, isRescued, lastSign } from './admit.ts';
import { secretPlace } from './auth-setting/auth-setting.service.ts';
import { failureOf, refusalOf } from './failure.ts';
import { browserHashes } from './browser-cookie.ts';
import { takeTicket } from './flow.ts';
import { redirectWays } from './redirect-ways.ts';
import { matchPeople, onePerson } from './match-person.ts';
import { leaveFor } from './sign-out/leave.ts';
import { noteLink, ticketPlace } from './sign-out/link.ts';

const dayMillis = 86_400_000;

/** The ways that administrators set up, and the counting of who comes in. */
export const signInWays: SignInWays = {
  entries: async ({ db, caller, services }) => {
    const rescued = await isRescued(db, services.now());
    const settings = await openSettings(db, { rescued }).orderBy('order_no').orderBy('id').execute();
    return settings.map((setting) => ({
      code: setting.code,
      kind: setting.kind,
      label:
        setting.kind === localWay && !setting.label
          ? services.texts.text(caller.language, 'kit', 'session.kind.local')
          : pick(setting.label ?? setting.name, caller.language),
      icon: setting.icon,
      start: redirectWays[setting.kind] ? `/api/login/start/${setting.code}` : null,
    }));
  },
  localOpen: async (db, now, side) => (await openSetting(db, localWay, side)) !== undefined || (side === 'console' && isRescued(db, now)),
  forTerminals: async (db, platform) => {
    const settings = await openSettings(db, { side: 'client' }).orderBy('order_no').orderBy('id').execute();
    return settings
      .filter(({ platforms }) => platforms.includes(platform))
      .map(({ id, code, kind, name }) => ({ settingId: id, code, kind, name }));
  },
  kindOf: async (db, way) => (await db.selectFrom('auth_setting').select('kind').where('code', '=', way).executeTakeFirst())?.kind,
  byPassword: (call, given) => byPassword(call, given),
  byTicket: (call, given) => byTicket(call, given),
  admit,
  lastSign,
  entered: async (tx, { person, way, superAdmin }, now) => {
    const values = { last_at: now, super_admin: superAdmin };
    await tx
      .insertInto('auth_setting_use')
      .values({ way, uid: person.uid, ...values })
      .onConflict((conflict) => conflict.columns(['way', 'uid']).doUpdateSet(values))
      .execute();
  },
  began: noteLink,
  left: leaveFor,
  refused: countRefused,
};

/** Counts a refused sign-in of a way; ways that do not exist have no count. */
async function countRefused(db: Db, way: string, now: number): Promise<void> {
  await sql`insert into auth_setting_refused as r (way, day, count)
    select code, ${Math.floor(now / dayMillis)}, 1 from auth_setting where code = ${way}
    on conflict (way, day) do update set count = r.count + 1`.execute(db);
}

/** Settings that one side offers; while somebody at the machine opened it, the password of this product in any case. */
const openSettings = (db: Db, { side = 'console', rescued = false }: { side?: SignInSide; rescued?: boolean } = {}) =>
  db
    .selectFrom('auth_setting')
    .selectAll()
    .where((is) =>
      is.or([
        is.and([is('enabled', '=', true), is('audience', '<>', side === 'client' ? 'console' : 'terminals')]),
        ...(rescued ? [is('kind', '=', localWay)] : []),
      ]),
    );

/** An open setting by its code. */
function openSetting(db: Db, way: string, side?: SignInSide): Promise<AuthSettingTable | undefined> {
  return openSettings(db, { ...(side && { side }) })
    .where('code', '=', way)
    .executeTakeFirst();
}

async function byPassword({ db, services, caller }: Call, given: Parameters<SignInWays['byPassword']>[1]): Promise<Found> {
  const setting = await openSetting(db, given.way, given.side);
  if (!setting?.config || !('connection' in setting.config)) throw notFound();
  const { config, match, secret, id } = setting;
  try {
    const { askLdap } = await import('./ldap/look-up.ts');
    const answer = await askLdap(services.outbound, {
      config,
      secret: secret === null ? null : services.secrets.open(secret, secretPlace(id)),
      account: given.account,
      password: given.password,
      attributes: [match.attribute],
    });
    if (answer.outcome !== 'ok') return { person: undefined, why: answer.outcome };
    const people = await matchPeople({ db, directory: services.directory }, answer.attributes, match);
    if (people.length > 1) caller.note({ code: 11023, people: people.length });
    return onePerson(people);
  } catch (error) {
    const failure = failureOf(error);
    caller.note({ why: failure.reason });
    throw refusalOf(failure, services.texts, caller.language);
  }
}

async function byTicket({ db, services, request, caller }: Call, given: { way: string; ticket: string }): Promise<Found> {
  const setting = await openSetting(db, given.way);
  if (!setting || !redirectWays[setting.kind]) throw notFound();
  const from = { settingId: setting.id, browsers: browserHashes(request), now: services.now() };
  const ticket = await takeTicket(db, given.ticket, from);
  const person = ticket && (await services.directory.byUid(db, ticket.uid));
  if (!ticket || !person) return { person: undefined, why: 'ticket' };
  caller.note({ account: person.account });
  const link = ticket.link === null ? undefined : services.secrets.open(ticket.link, ticketPlace(setting.id));
  return { ...onePerson([person]), strong: ticket.strong, link };
}
