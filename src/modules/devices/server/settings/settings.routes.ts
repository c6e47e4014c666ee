import { sql } from 'kysely';
import { handle, type BoundRoute, type Call } from '#kit/server/handle.ts';
import { notFound, outOfRange, Refusal } from '#kit/server/refusal.ts';
import { directory } from '#modules/people/server/public.ts';
import * as contract from '../../common/settings.contract.ts';
import { roleConfigOf } from '../role-config.ts';
import { withShownEffect } from '../rule/impact.ts';
import { narrowed, ruleOf } from '../rule/facts.ts';
import { policyOf, type Rule } from '../rule/policy.ts';
import { ruleNameFor } from '../rule/rule-name.ts';
import { bindSettings, eraseSettings, gestureSettings, whiteSwitches } from './settings.ts';

/** Settings of devices. */
export const settingsRoutes: readonly BoundRoute[] = [
  handle(contract.bindConfigGet, async (call, { empId }) => {
    const range = call.caller.scope();
    const config = await bindSettings.read(call.db);
    const people = await directory.people(call.db, config.approvers, call.caller.language, range);
    const approverNames = config.approvers.map((id) => people.get(id)?.name ?? '');
    return { ...config, approverNames, effective: empId === undefined ? null : await effectiveRule(call, empId) };
  }),
  bindSettings.routes.update,
  ...Object.values(gestureSettings.routes),
  eraseSettings.routes.get,
  handle(contract.unbindEraseUpdate, (call, change) => {
    assertOnPurpose(call);
    return call.write(async (tx) => {
      await eraseSettings.save(tx, call.caller, change);
      return eraseSettings.view({ ...call, db: tx });
    });
  }),
  whiteSwitches.routes.get,
  handle(contract.whiteSwitchUpdate, (call, { expected, reason, ...change }) =>
    call.write(async (tx) => {
      if (reason) call.caller.note({ reason });
      await withShownEffect(tx, { call, expected, least: 1 }, () => whiteSwitches.save(tx, call.caller, change));
      return whiteSwitches.view({ ...call, db: tx });
    }),
  ),
  handle(contract.gestureReset, (call, { empIds, deviceId }) =>
    call.write(async (tx) => {
      const range = call.caller.scope();
      const { rows: seen } = await sql<{
        id: string;
        name: string;
      }>`select e.id, e.name from employee e where e.id = any(${empIds}::uuid[]) and ${directory.employeeInRange(range, 'e.id')}`.execute(
        tx,
      );
      if (seen.length < new Set(empIds).size) throw range.all ? notFound() : outOfRange();
      const { rows } =
        await sql`update device d set gesture_reset_at = ${call.services.now()} from device_binding b where b.device_id = d.id and b.state = 'bound'
        and b.employee_id = any(${empIds}::uuid[]) ${deviceId ? sql`and d.id = ${deviceId}::uuid` : sql``} returning d.id`.execute(tx);
      for (const { id, name } of seen) call.caller.touch({ kind: 'employee', id, name });
      return { count: rows.length };
    }),
  ),
];

/** A write that is called by GET is never done by following a link, by drawing a picture, or ahead of time. */
function assertOnPurpose({ request }: Call): void {
  const header = (name: string): string => String(request.headers[name] ?? '').toLowerCase();
  if (
    ['navigate', 'no-cors'].includes(header('sec-fetch-mode')) ||
    [header('purpose'), header('sec-purpose'), header('x-moz')].some((one) => one.includes('prefetch'))
  )
    throw new Refusal(18090);
}

async function effectiveRule(call: Call, empId: string) {
  const range = call.caller.scope();
  const { rows } =
    await sql`select from unnest(${[empId]}::uuid[]) as asked(id) join employee e on e.id = asked.id where ${directory.employeeInRange(range, 'asked.id')}`.execute(
      call.db,
    );
  if (rows.length === 0) throw range.all ? notFound() : outOfRange();
  const rule = await ruleOf(call.db, await policyOf(call.db), empId);
  const held = narrowed(rule, await roleConfigOf(call.services).read(call.db, empId));
  const value = (name: string, of: (one: Rule) => string | number | boolean) => ({
    name,
    value: String(of(held)),
    origin: of(held) === of(rule) ? ('rule' as const) : ('role' as const),
  });
  return {
    ruleId: rule.id,
    ruleName: ruleNameFor(call, rule),
    builtIn: rule.builtIn,
    values: [
      value('mode', ({ mode }) => mode),
      value('maxPhones', ({ max }) => max.phone),
      value('maxTablets', ({ max }) => max.tablet),
      value('maxComputers', ({ max }) => max.computer),
      value('whenFull', ({ whenFull }) => whenFull),
      value('requireHardwareKey', ({ requireHardwareKey }) => requireHardwareKey),
      value('privateDevices', ({ privateDevices }) => privateDevices),
      value('offlineDays', ({ offlineDays }) => offlineDays),
      value('selfUnbind', ({ selfUnbind }) => selfUnbind),
    ],
  };
}
