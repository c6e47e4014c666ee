import { sql, type RawBuilder, type Selectable } from 'kysely';
import type { Db } from '#kit/server/directory.ts';
import { directory } from '#modules/people/server/public.ts';
import type { DeviceTable } from '../devices.table.ts';
import { equipmentOf } from '../register/match.ts';
import type { RoleConfig } from '../role-config.ts';
import type { Facts, JudgedDevice } from './decide.ts';
import { policyOf, type Policy, type Rule } from './policy.ts';

/** Whom and what the rule is asked about. */
export interface Question {
  readonly asked: Facts['asked'];
  readonly uid: string;
  /** Undefined: one that is not enrolled. */
  readonly device: Selectable<DeviceTable> | undefined;
  readonly platform: number;
  readonly formFactor?: Facts['formFactor'] | undefined;
  /** Null: none was said. */
  readonly address: string | null;
  readonly at: number;
  readonly role: RoleConfig;
  readonly enrolCode?: boolean;
}

const computers = new Set([4, 5]);
/** What a device of a platform is held like unless it says so. */
export const usualForm = (platform: number): Facts['formFactor'] => (computers.has(platform) ? 'computer' : 'phone');

/** Reads what the rule looks at, under the policy of now or another one. */
export async function readFacts(db: Db, question: Question, policy?: Policy): Promise<Facts> {
  const { uid, device, asked, platform, address, at } = question;
  const decided = policy ?? (await policyOf(db));
  const person = await directory.byUid(db, uid);
  const rule = narrowed(await ruleOf(db, decided, uid), question.role);
  const { login, binding } = await listsOf(db, { uid, deviceId: device?.id });
  const bound = await boundOf(db, uid, device?.id);
  return {
    asked,
    person: person ? { id: uid, mayEnter: person.mayEnter } : null,
    device: device ? judgedOf(device) : null,
    platform,
    formFactor: device?.form_factor ?? question.formFactor ?? usualForm(platform),
    address,
    at,
    binding: bound.own,
    rule,
    switches: decided.switches,
    book: decided.book,
    login,
    bindList: binding,
    count: bound.count,
    others: bound.others,
    enrolCode: question.enrolCode === true,
  };
}

/** A device as the rule sees it. */
export const judgedOf = (row: Selectable<DeviceTable>): JudgedDevice => ({
  id: row.id,
  state: row.state,
  platform: row.platform,
  formFactor: row.form_factor,
  keyStorage: row.key_storage,
  company: row.ownership === 'company',
  posture: row.posture,
  systemVersion: row.system_version,
  patchLevel: row.patch_level,
  terminalVersion: row.terminal_version,
  attestation: row.attestation,
  failingSince: row.failing_since,
});

/** SQL: the rules that name a person, by themselves, by a department with all below, or by a dynamic group. */
function rulesNaming(uid: string, crowds: readonly string[]): RawBuilder<{ id: string }> {
  const held = crowds.map(
    (crowd) => sql`select ${crowd}::uuid where ${uid}::uuid in (select id from (${directory.employeesOfCrowds([crowd])}) as c)`,
  );
  const crowd = held.length > 0 ? sql`or (m.kind = 'crowd' and m.member_id in (${sql.join(held, sql` union all `)}))` : sql``;
  return sql<{ id: string }>`select m.rule_id as id from bind_rule_member m where (m.kind = 'employee' and m.member_id = ${uid}::uuid)
    or (m.kind = 'department' and m.member_id in (${directory.departmentsAbove(uid)})) ${crowd}`;
}

/** The rule that holds for a person: the first by its place that names them, else that of everyone. */
export async function ruleOf(db: Db, { rules, crowds }: Pick<Policy, 'rules' | 'crowds'>, uid: string): Promise<Rule> {
  const everyone = rules.find(({ builtIn }) => builtIn)!;
  if (rules.length === 1) return everyone;
  const { rows } = await rulesNaming(uid, crowds).execute(db);
  const named = new Set(rows.map(({ id }) => id));
  return rules.find(({ id }) => named.has(id)) ?? everyone;
}

const strictness = ['off', 'auto', 'approval', 'whitelistOnly'] as const;

/** A rule narrowed by the device roles of a person: the smallest number, the stricter mode; never wider. */
export function narrowed(rule: Rule, { bind }: RoleConfig): Rule {
  if (!bind) return rule;
  const mode = strictness[Math.max(strictness.indexOf(rule.mode), bind.mode ? strictness.indexOf(bind.mode) : 0)]!;
  return {
    ...rule,
    mode,
    max: {
      phone: Math.min(rule.max.phone, bind.maxPhones ?? Infinity),
      tablet: Math.min(rule.max.tablet, bind.maxTablets ?? Infinity),
      computer: Math.min(rule.max.computer, bind.maxComputers ?? Infinity),
    },
    requireHardwareKey: rule.requireHardwareKey || bind.requireHardwareKey === true,
    privateDevices: rule.privateDevices && bind.privateDevices !== false,
  };
}

interface Listed {
  equipment: string | null;
  until: number | null;
}

/** Equipment of the register that a device is, and until when a person is exempt, for both lists. */
async function listsOf(
  db: Db,
  { uid, deviceId }: { uid: string; deviceId: string | undefined },
): Promise<Record<'login' | 'binding', Listed>> {
  const { rows: entries } = await sql<{ list: 'login' | 'binding'; until: number }>`select list, max(until) as until from white_list_entry w
    where enabled and (employee_id = ${uid}::uuid or department_id in (${directory.departmentsAbove(uid)})
      or (crowd_id is not null and exists (select from crowd_member cm where cm.crowd_id = w.crowd_id and cm.employee_id = ${uid}::uuid)))
    group by list`.execute(db);
  const equipment = deviceId === undefined ? undefined : (await equipmentOf(db, [deviceId])).get(deviceId);
  const of = (list: 'login' | 'binding'): Listed => ({
    equipment: equipment?.uses.includes(list) ? equipment.name : null,
    until: Number(entries.find((one) => one.list === list)?.until ?? 0) || null,
  });
  return { login: of('login'), binding: of('binding') };
}

async function boundOf(db: Db, uid: string, deviceId: string | undefined) {
  const { rows } = await sql<{ device_id: string; employee_id: string; state: 'pending' | 'bound'; form_factor: Facts['formFactor'] }>`
    select b.device_id, b.employee_id, b.state, d.form_factor from device_binding b join device d on d.id = b.device_id
    where b.state in ('pending', 'bound') and (b.employee_id = ${uid}::uuid ${deviceId === undefined ? sql`` : sql`or b.device_id = ${deviceId}::uuid`})`.execute(
    db,
  );
  const mine = rows.filter((row) => row.employee_id === uid && row.state === 'bound' && row.device_id !== deviceId);
  const of = (form: Facts['formFactor']): number => mine.filter((row) => row.form_factor === form).length;
  return {
    own: rows.find((row) => row.employee_id === uid && row.device_id === deviceId)?.state ?? ('none' as const),
    count: { phone: of('phone'), tablet: of('tablet'), computer: of('computer') },
    others: rows.filter((row) => row.employee_id !== uid && row.state === 'bound').length,
  };
}
