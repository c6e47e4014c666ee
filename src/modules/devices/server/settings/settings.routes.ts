import { sql } from 'kysely';
import { changeObjects } from '#kit/server/change/change-objects.ts';
import type { Fields, Kind } from '#kit/server/change/kind.ts';
import type { Db, Tx } from '#kit/server/directory.ts';
import { handle, type BoundRoute, type Call } from '#kit/server/handle.ts';
import { notFound, outOfRange, Refusal } from '#kit/server/refusal.ts';
import { directory } from '#modules/people/server/public.ts';
import * as contract from '../../common/settings.contract.ts';
import { roleConfigOf } from '../role-config.ts';
import { withShownEffect } from '../rule/impact.ts';
import { narrowed, ruleOf } from '../rule/facts.ts';
import { policyOf, type Rule } from '../rule/policy.ts';
import { ruleNameFor } from '../rule/rule-name.ts';
import { bindConfigKind, gestureConfigKind, settingIds, unbindEraseKind, whiteSwitchKind } from './settings.kinds.ts';

const camel = (name: string): string => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** A setting's only row by its names on the wire. */
async function readSetting<T>(db: Db, table: string): Promise<T> {
  const { rows } = await sql<{ row: Record<string, unknown> }>`select to_jsonb(t) as row from ${sql.table(table)} as t`.execute(db);
  return Object.fromEntries(Object.entries(rows[0]!.row).map(([name, value]) => [camel(name), value])) as T;
}

interface Stamped {
  id: string;
  version: number;
  createdAt: number;
  createdBy: string | null;
  updatedAt: number;
  updatedBy: string | null;
}
type BindConfig = Stamped & {
  enabled: 0 | 1;
  approvers: string[];
  approveByMail: 0 | 1;
  remindHours: number;
  newDeviceNotice: 0 | 1;
  registerFirst: 0 | 1;
  checkInMinutes: number;
  retireDays: number;
};
type Gesture = Stamped & {
  enabled: 0 | 1;
  kinds: ('gesture' | 'pin' | 'biometric')[];
  minPoints: number;
  pinLength: number;
  trackVisible: 0 | 1;
  maxFailures: number;
  onFailure: 'signOut' | 'lock' | 'eraseApp';
  lockAfterMinutes: number;
  biometricDays: number;
  resetBy: 'password' | 'administrator';
};
type WhiteSwitch = { binding: 0 | 1; login: 0 | 1; loginPlatforms: (1 | 2 | 4 | 5 | 8)[]; version: number };

async function change(
  tx: Tx,
  call: Call,
  of: { kind: Kind; id: string },
  { version, ...changed }: { version: number; [name: string]: unknown },
): Promise<void> {
  const fields = Object.fromEntries(Object.entries(changed).filter(([, value]) => value !== undefined)) as Fields;
  await changeObjects(tx, call.caller, of.kind, [{ id: of.id, version, fields }]);
}

/** Settings of devices. */
export const settingsRoutes: readonly BoundRoute[] = [
  handle(contract.bindConfigGet, async (call, { empId }) => {
    const range = call.caller.scope();
    const config = await readSetting<BindConfig>(call.db, 'bind_config');
    const people = await directory.people(call.db, config.approvers, call.caller.language, range);
    const approverNames = config.approvers.map((id) => people.get(id)?.name ?? '');
    return { ...config, approverNames, effective: empId === undefined ? null : await effectiveRule(call, empId) };
  }),
  handle(contract.bindConfigUpdate, (call, input) =>
    call.write(async (tx) => {
      await change(tx, call, { kind: bindConfigKind, id: settingIds.bindConfig }, input);
      return readSetting<BindConfig>(tx, 'bind_config');
    }),
  ),
  handle(contract.gestureConfigGet, ({ db }) => readSetting<Gesture>(db, 'gesture_config')),
  handle(contract.gestureConfigUpdate, (call, input) =>
    call.write(async (tx) => {
      await change(tx, call, { kind: gestureConfigKind, id: settingIds.gestureConfig }, input);
      return readSetting<Gesture>(tx, 'gesture_config');
    }),
  ),
  handle(contract.unbindEraseGet, ({ db }) => readSetting<{ value: 0 | 1; version: number }>(db, 'unbind_erase')),
  handle(contract.unbindEraseUpdate, (call, input) => {
    assertOnPurpose(call);
    return call.write(async (tx) => {
      await change(tx, call, { kind: unbindEraseKind, id: settingIds.unbindErase }, input);
      return readSetting<{ value: 0 | 1; version: number }>(tx, 'unbind_erase');
    });
  }),
  handle(contract.whiteSwitchGet, ({ db }) => readSetting<WhiteSwitch>(db, 'white_list_switch')),
  handle(contract.whiteSwitchUpdate, (call, { expected, reason, ...input }) =>
    call.write(async (tx) => {
      if (reason) call.caller.note({ reason });
      await withShownEffect(tx, { call, expected, least: 1 }, () =>
        change(tx, call, { kind: whiteSwitchKind, id: settingIds.whiteSwitch }, input),
      );
      return readSetting<WhiteSwitch>(tx, 'white_list_switch');
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
