import { sql } from 'kysely';
import type { Parsed, Reply } from '#kit/common/contract.ts';
import { roleNamer } from '#kit/server/access/role.named.ts';
import type { Db } from '#kit/server/directory.ts';
import type { Call } from '#kit/server/handle.ts';
import { notFound, outOfRange } from '#kit/server/refusal.ts';
import type { mamExplain } from '../common/role.contract.ts';
import { widgetStatus } from '../common/widget-words.ts';
import { everyoneRoleId } from '../common/role.contract.ts';
import { directory } from './directory.ts';
import { rolesGiving, rolesHeldBy } from './use-rule.ts';
import { widgetInRange } from './widget.ts';

/** Why somebody may use a widget, or may not; roles outside the caller's range are not named. */
export async function explainWidget(call: Call, { empId, widgetId }: Parsed<typeof mamExplain>): Promise<Reply<typeof mamExplain>> {
  const { db, caller, services } = call;
  const range = caller.scope();
  const now = services.now();
  const { rows } = await sql<{ audience: string; status: number; person: boolean; here: boolean }>`select w.audience, w.status,
      ${directory.employeeInRange(range, 'given.id')} as person, ${widgetInRange(range, 'w.id')} as here
    from widget w, (select ${empId}::uuid as id) as given where w.id = ${widgetId}::uuid`.execute(db);
  const one = rows[0];
  if (!one || !one.person || !one.here || !(await directory.byUid(db, empId))) throw range.all ? notFound() : outOfRange();
  const giving = await rolesGiving(db, widgetId, now);
  const held = (await rolesHeldBy(db, empId, now)).filter(({ id }) => giving.some((role) => role.id === id));
  const { language } = caller;
  const namer = await roleNamer(
    db,
    { range, language, known: [everyoneRoleId] },
    giving.map(({ id }) => id),
  );
  const everyone = services.texts.text(language, 'kit', 'role.everyone');
  const named = ({ id, name }: { id: string; name: string }) => namer({ id, name: id === everyoneRoleId ? everyone : name });
  const ways = await namesOfWays(db, held, call);
  const isOnline = one.status === widgetStatus.online;
  const isForAll = one.audience === 'everyone';
  return {
    allowed: isOnline && (isForAll || held.length > 0),
    because: !isOnline ? 'offline' : isForAll ? 'everyone' : held.length > 0 ? 'roles' : 'none',
    roles: held.map((role) => ({
      ...named(role),
      area: role.area,
      way: role.way,
      wayName: ways.get(role.wayId) ?? '',
    })),
    wouldGive: isForAll || held.length > 0 ? [] : giving.map(named).filter(({ id }) => id !== ''),
  };
}

async function namesOfWays(
  db: Db,
  held: readonly { way: string; wayId: string }[],
  { caller }: Pick<Call, 'caller'>,
): Promise<Map<string, string>> {
  const of = (way: string): string[] => held.filter((one) => one.way === way).map(({ wayId }) => wayId);
  const { language } = caller;
  const range = caller.scope();
  const [people, departments, crowds] = [
    await directory.people(db, of('employee'), language, range),
    await directory.departments(db, of('department'), language, range),
    await directory.crowds(db, of('crowd'), language, range),
  ];
  return new Map([...[...people.values(), ...departments.values()].map(({ id, name }): [string, string] => [id, name]), ...crowds]);
}
