import { sql } from 'kysely';
import type { Parsed, Reply } from '#kit/common/contract.ts';
import { handle, type BoundRoute, type Call } from '#kit/server/handle.ts';
import { notFound, outOfRange, Refusal } from '#kit/server/refusal.ts';
import { directory } from '#modules/people/server/public.ts';
import { parseAddress } from '#platform/network/network.ts';
import { checkSignIn, type TraceStep } from '../../common/check.contract.ts';
import { assertDevices, assertPeople } from '../device/device-range.ts';
import { narrowingOf } from '../role-config.ts';
import { decide, type Facts, type Verdict } from './decide.ts';
import { readFacts } from './facts.ts';
import { ruleNameFor, stepsFor } from './rule-name.ts';

type Checked = Reply<typeof checkSignIn>;

/** What the rule says, or said. */
export const checkRoutes: readonly BoundRoute[] = [
  handle(checkSignIn, (call, input) => (input.ref === undefined || input.ref === '' ? checkNow(call, input) : checkThen(call, input.ref))),
];

const messageOf = ({ services, caller }: Call, code: number): string =>
  code === 0 ? '' : services.texts.text(caller.language, 'devices', `reason.${code}`);

async function checkNow(call: Call, input: Parsed<typeof checkSignIn>): Promise<Checked> {
  const { db, caller, services } = call;
  const range = caller.scope();
  if (input.empId === undefined) throw notFound();
  await assertPeople(db, range, [input.empId]);
  if (input.deviceId !== undefined) await assertDevices(db, range, [input.deviceId], 'see');
  const device =
    input.deviceId === undefined
      ? undefined
      : await db.selectFrom('device').selectAll().where('id', '=', input.deviceId).executeTakeFirst();
  const at = input.at ?? services.now();
  const address = input.address?.trim() || device?.last_address || null;
  if (address !== null && input.address?.trim() && !parseAddress(address))
    throw new Refusal(18001, { value: address }, { field: 'address' });
  const platform = device?.platform ?? input.platform ?? 2;
  const role = await narrowingOf(services, db, { uid: input.empId, appKey: device?.app_key ?? '' });
  const facts = await readFacts(db, {
    asked: 'signIn',
    uid: input.empId,
    device,
    platform,
    formFactor: input.formFactor,
    address,
    at,
    role,
  });
  const verdict = decide(facts);
  // Where the device is not bound yet, what matters is whether it would be.
  const binding = verdict.verdict === 'enrol' && device ? decide({ ...facts, asked: 'bind' }) : verdict;
  const person = (await directory.people(db, [input.empId], caller.language, range)).get(input.empId);
  return {
    ref: null,
    at,
    verdict: binding.verdict,
    code: binding.code,
    message: messageOf(call, binding.code),
    deciding: binding.deciding,
    ruleId: facts.rule.id,
    ruleName: ruleNameFor(call, facts.rule),
    person: { id: input.empId, name: person?.name ?? '' },
    device: device ? { id: device.id, name: device.name } : null,
    address: address ?? '',
    platform,
    steps: stepsFor(call, facts.rule.id, unproven(binding.steps)),
    unchecked: uncheckedOf(facts, binding),
  };
}

/** Nobody signs in here: the proof of the key is one of the sign-in itself. */
const unproven = (steps: readonly TraceStep[]): TraceStep[] =>
  steps.map((one) => (one.name === 'proof' ? { ...one, result: 'later', found: 'proof.later' } : one));

/** What stayed open without an address: the step of addresses, and binding from certain networks where it was come to. */
function uncheckedOf({ address, rule }: Facts, { steps, bind }: Verdict): Checked['unchecked'] {
  const open = steps.filter(({ result }) => result === 'unchecked').map(({ name }) => name);
  return address === null && bind !== undefined && rule.bindNetworks !== null ? [...open, 'binding'] : open;
}

interface Trace {
  ref: string;
  at: number;
  employee_id: string | null;
  device_id: string | null;
  platform: number;
  address: string;
  code: number;
  step: number;
  rule_id: string | null;
  steps: TraceStep[];
  rule: string | null;
  device: string | null;
}

async function checkThen(call: Call, ref: string): Promise<Checked> {
  const { db, caller } = call;
  const range = caller.scope();
  const { rows } =
    await sql<Trace>`select t.*, r.name as rule, d.name as device from sign_in_trace t left join bind_rule r on r.id = t.rule_id
    left join device d on d.id = t.device_id where t.ref = ${ref.trim().toUpperCase()}
    and ${range.all ? sql`true` : sql`(t.employee_id is not null and ${directory.employeeInRange(range, 't.employee_id')})`}`.execute(db);
  const trace = rows[0];
  if (!trace) throw range.all ? notFound() : outOfRange();
  const person =
    trace.employee_id === null
      ? undefined
      : (await directory.people(db, [trace.employee_id], caller.language, range)).get(trace.employee_id);
  return {
    ref: trace.ref,
    at: trace.at,
    verdict: trace.code === 18020 ? 'pending' : 'refuse',
    code: trace.code,
    message: messageOf(call, trace.code),
    deciding: trace.step,
    ruleId: trace.rule_id,
    ruleName: ruleNameFor(call, { id: trace.rule_id, name: trace.rule }),
    person: trace.employee_id === null ? null : { id: trace.employee_id, name: person?.name ?? '' },
    device: trace.device_id === null ? null : { id: trace.device_id, name: trace.device ?? '' },
    address: trace.address,
    platform: trace.platform,
    steps: stepsFor(call, trace.rule_id, trace.steps),
    unchecked: [],
  };
}
