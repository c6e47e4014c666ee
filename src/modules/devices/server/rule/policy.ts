import { sql } from 'kysely';
import type { Db, Tx } from '#kit/server/directory.ts';
import { addressBook, type AddressBook } from '#modules/address-groups/server/public.ts';
import type { Hours, Networks, RuleCheck, bindModes, whenFullChoices } from '../../common/device-words.ts';
import '../devices.table.ts';

/** A bind rule as it decides. */
export interface Rule {
  readonly id: string;
  readonly name: string;
  readonly builtIn: boolean;
  readonly mode: (typeof bindModes)[number];
  readonly platforms: readonly number[];
  readonly max: Readonly<Record<'phone' | 'tablet' | 'computer', number>>;
  readonly maxPeople: number;
  readonly whenFull: (typeof whenFullChoices)[number];
  readonly pendingDays: number;
  readonly unusedDays: number;
  readonly selfUnbind: boolean;
  readonly coolDownHours: number;
  readonly rebindPerMonth: number;
  readonly bindNetworks: Networks | null;
  readonly signInNetworks: Networks | null;
  readonly signInHours: Hours | null;
  readonly offlineDays: number;
  readonly checks: readonly RuleCheck[];
  readonly requireHardwareKey: boolean;
  /** Devices that are not the company's may be bound; device roles alone say that they may not. */
  readonly privateDevices: boolean;
}

/** Switches of terminals and settings that decide. */
export interface Switches {
  readonly enabled: boolean;
  readonly registerFirst: boolean;
  readonly newDeviceNotice: boolean;
  readonly checkInMinutes: number;
  readonly binding: boolean;
  readonly login: boolean;
  readonly loginPlatforms: readonly number[];
}

/** Everything that decides but people and devices. */
export interface Policy {
  /** How often it was changed: the policy epoch of terminals. */
  readonly stamp: number;
  readonly rules: readonly Rule[];
  readonly crowds: readonly string[];
  readonly switches: Switches;
  readonly book: AddressBook;
}

type Read = Omit<Policy, 'book' | 'stamp'>;
const known = new WeakMap<object, { stamp: number; policy: Read }>();

/** Invalidates, in the transaction of a change, what processes keep in memory. */
export async function policyChanged(tx: Tx): Promise<void> {
  await sql`update device_stamp set n = n + 1`.execute(tx);
}

async function policyStamp(db: Db): Promise<number> {
  const { rows } = await sql<{ n: number }>`select n from device_stamp`.execute(db);
  return Number(rows[0]?.n ?? 0);
}

/** What decides now: read again only after a change, on whatever node. A transaction sees its own changes. */
export async function policyOf(db: Db): Promise<Policy> {
  const [rules, book] = await Promise.all([rulesOf(db), addressBook(db)]);
  return { ...rules, book };
}

/** What decides, without the addresses: a device that checks in is not asked where it is. */
export async function rulesOf(db: Db): Promise<Omit<Policy, 'book'>> {
  const stamp = await policyStamp(db);
  if (db.isTransaction) return { ...(await readPolicy(db)), stamp };
  const found = known.get(db);
  if (found?.stamp === stamp) return { ...found.policy, stamp };
  const policy = await readPolicy(db);
  known.set(db, { stamp, policy });
  return { ...policy, stamp };
}

async function readPolicy(db: Db): Promise<Read> {
  const rows = await db
    .selectFrom('bind_rule')
    .selectAll()
    .where('enabled', '=', true)
    .orderBy('built_in')
    .orderBy('priority')
    .orderBy('id')
    .execute();
  const crowds = await db.selectFrom('bind_rule_member').select('member_id').distinct().where('kind', '=', 'crowd').execute();
  const { rows: settings } = await sql<
    Switches & { enabledNow: number }
  >`select c.enabled = 1 as enabled, c.register_first = 1 as "registerFirst",
      c.new_device_notice = 1 as "newDeviceNotice", c.check_in_minutes as "checkInMinutes", w.binding = 1 as binding, w.login = 1 as login,
      w.login_platforms as "loginPlatforms" from bind_config c, white_list_switch w`.execute(db);
  return {
    rules: rows.map((row) => ({
      id: row.id,
      name: row.name,
      builtIn: row.built_in,
      mode: row.mode,
      platforms: row.platforms,
      max: { phone: row.max_phones, tablet: row.max_tablets, computer: row.max_computers },
      maxPeople: row.max_people,
      whenFull: row.when_full,
      pendingDays: row.pending_days,
      unusedDays: row.unused_days,
      selfUnbind: row.self_unbind,
      coolDownHours: row.cool_down_hours,
      rebindPerMonth: row.rebind_per_month,
      bindNetworks: row.bind_networks,
      signInNetworks: row.sign_in_networks,
      signInHours: row.sign_in_hours,
      offlineDays: row.offline_days,
      checks: row.checks,
      requireHardwareKey: row.require_hardware_key,
      privateDevices: true,
    })),
    crowds: crowds.map(({ member_id }) => member_id),
    switches: settings[0]!,
  };
}
