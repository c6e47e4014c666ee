import { groupsOf, type AddressBook } from '#modules/address-groups/server/public.ts';
import type { TraceStep } from '../../common/check.contract.ts';
import type { DeviceState, Hours, Networks } from '../../common/device-words.ts';
import { failingChecks, gravest, type CheckedDevice } from './checks.ts';
import type { Rule, Switches } from './policy.ts';

/** What is known of a device when it is judged. */
export interface JudgedDevice extends CheckedDevice {
  readonly id: string;
  readonly state: DeviceState;
  readonly formFactor: 'phone' | 'tablet' | 'computer';
  readonly keyStorage: 'software' | 'hardware';
  readonly company: boolean;
}

/** Everything that the rule looks at. */
export interface Facts {
  readonly asked: 'signIn' | 'call' | 'bind';
  readonly person: { readonly id: string; readonly mayEnter: boolean } | null;
  /** Null: one that is not enrolled yet. */
  readonly device: JudgedDevice | null;
  readonly platform: number;
  readonly formFactor: 'phone' | 'tablet' | 'computer';
  /** Null: none was said where somebody only asks what would be. A call of a terminal always has one. */
  readonly address: string | null;
  readonly at: number;
  readonly binding: 'none' | 'pending' | 'bound';
  readonly rule: Rule;
  readonly switches: Switches;
  readonly book: AddressBook;
  /** Equipment of the register that this device is, by use; and until when the person is exempt. */
  readonly login: { readonly equipment: string | null; readonly until: number | null };
  readonly bindList: { readonly equipment: string | null; readonly until: number | null };
  /** Bound devices of the person by form. */
  readonly count: Readonly<Record<'phone' | 'tablet' | 'computer', number>>;
  /** Others who are bound to this device. */
  readonly others: number;
  /** Bound without more ado: an enrolment code of an administrator. */
  readonly enrolCode: boolean;
}

/** How a device is bound when it may be. */
export interface BindWay {
  readonly how: 'auto' | 'whitelist' | 'enrolCode' | 'approval' | 'replaceOldest';
  readonly why: 'mode' | 'full' | 'registerFirst' | null;
}

/** What the rule says, with every step. */
export interface Verdict {
  readonly verdict: 'allow' | 'enrol' | 'bind' | 'pending' | 'refuse';
  readonly code: number;
  readonly params: Readonly<Record<string, string | number>>;
  readonly deciding: number;
  readonly steps: readonly TraceStep[];
  readonly bind?: BindWay;
}

type Found = Pick<TraceStep, 'result' | 'found'> & {
  readonly params?: Readonly<Record<string, string | number>>;
  readonly code?: number;
  readonly bind?: BindWay;
};

const names = {
  2: 'deviceState',
  3: 'person',
  4: 'lock',
  5: 'rule',
  6: 'platform',
  7: 'address',
  8: 'loginWhiteList',
  9: 'binding',
  10: 'checks',
  11: 'gesture',
} as const;

type StepNumber = keyof typeof names;
const order: readonly StepNumber[] = [2, 3, 4, 5, 6, 7, 8, 9, 10, 11];
const looks: Readonly<Record<StepNumber, (facts: Facts) => Found>> = {
  2: deviceState,
  3: person,
  4: lock,
  5: ({ rule }) => pass('rule.holds', { rule: rule.name }),
  6: platform,
  7: address,
  8: loginWhiteList,
  9: binding,
  10: checks,
  11: gesture,
};

/**
 * The one rule for a sign-in, a call and a binding: the same steps in the same order decide, are written down, and answer what would be.
 * The first step that does not pass decides; the proof of the key (step 1) was looked at before anything of this is known.
 */
export function decide(facts: Facts): Verdict {
  const steps: TraceStep[] = [{ step: 1, name: 'proof', result: 'pass', found: 'proof.holds', params: {} }];
  for (const step of order) {
    const { code = 0, bind, ...found } = looks[step](facts);
    steps.push({ step, name: names[step], result: found.result, found: found.found, params: { ...found.params } });
    if (found.result === 'pass' || found.result === 'later' || found.result === 'warn' || found.result === 'unchecked') continue;
    const verdict = found.result === 'refuse' ? 'refuse' : found.result === 'wait' ? 'pending' : facts.asked === 'bind' ? 'bind' : 'enrol';
    return { verdict, code, params: found.params ?? {}, deciding: step, steps, ...(bind && { bind }) };
  }
  return { verdict: 'allow', code: 0, params: {}, deciding: 11, steps };
}

const pass = (found: string, params?: Found['params']): Found => ({ result: 'pass', found, ...(params && { params }) });
const later = (found: string, params?: Found['params']): Found => ({ result: 'later', found, ...(params && { params }) });
const refuse = (code: number, found: string, params: Found['params'] = {}): Found => ({ result: 'refuse', found, params, code });

const closed: ReadonlySet<DeviceState> = new Set(['blocked', 'eraseRequested', 'eraseFailed', 'erased', 'retired']);

function deviceState({ device }: Facts): Found {
  if (!device) return later('deviceState.unknown');
  if (closed.has(device.state)) return refuse(18031, 'deviceState.closed', { state: device.state, who: 'security' });
  return pass('deviceState.open', { state: device.state });
}

function person({ person: who }: Facts): Found {
  if (!who) return later('person.unknown');
  return who.mayEnter ? pass('person.active') : refuse(65003, 'person.inactive');
}

function lock({ device }: Facts): Found {
  return device?.state === 'locked' ? refuse(18031, 'lock.locked', { state: 'locked', who: 'helpDesk' }) : pass('lock.open');
}

function platform({ rule, platform: one }: Facts): Found {
  return rule.platforms.includes(one) ? pass('platform.allowed', { platform: one }) : refuse(18024, 'platform.refused', { platform: one });
}

/** Whether an address is where a rule wants it: a group that is gone, off or empty matches nothing. */
function isFrom({ inside, groupIds }: Networks, held: ReadonlySet<string>): boolean {
  const isIn = groupIds.some((id) => held.has(id));
  return inside ? isIn : !isIn;
}

function address(facts: Facts): Found {
  const { book, rule, address: text, at } = facts;
  if (text === null) return unknownAddress(facts);
  const groups = groupsOf(book, text);
  const blocked = groups.find(({ kind }) => kind === 'blocked');
  if (blocked) return refuse(18032, 'address.blocked', { address: text, group: blocked.name });
  const held = new Set(groups.map(({ id }) => id));
  if (rule.signInNetworks && !isFrom(rule.signInNetworks, held)) return refuse(18032, 'address.outside', { address: text });
  if (rule.signInHours && !isWithin(rule.signInHours, at)) return refuse(18032, 'address.time', { address: text });
  return pass('address.allowed', { address: text, group: groups[0]?.name ?? '' });
}

/** Without an address the hours alone are looked at; where something is said of addresses, that stays open. */
function unknownAddress({ book, rule, at }: Facts): Found {
  if (rule.signInHours && !isWithin(rule.signInHours, at)) return refuse(18032, 'address.time', { address: '' });
  const depends = rule.signInNetworks !== null || book.groups.some(({ kind }) => kind === 'blocked');
  return depends ? { result: 'unchecked', found: 'address.unchecked' } : pass('address.any');
}

/** Whether a moment lies in one of the weekly windows, by the clock of their zone. */
export function isWithin({ zone, windows }: Hours, at: number): boolean {
  const parts = new Intl.DateTimeFormat('en-GB', { timeZone: zone, weekday: 'short', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
    .formatToParts(at)
    .reduce<Record<string, string>>((all, { type, value }) => ({ ...all, [type]: value }), {});
  const day = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'].indexOf(parts['weekday'] ?? '') + 1;
  const time = `${parts['hour']}:${parts['minute']}`;
  const before = day === 1 ? 7 : day - 1;
  return windows.some(({ days, from, to }) => {
    if (from < to) return days.includes(day) && time >= from && time < to;
    // Over midnight: from the evening of a day into the morning of the next.
    return (days.includes(day) && time >= from) || (days.includes(before) && time < to);
  });
}

function loginWhiteList({ switches, platform: one, device, login, at }: Facts): Found {
  if (!switches.login || !switches.loginPlatforms.includes(one)) return pass('loginWhiteList.off');
  if (login.equipment !== null) return pass('loginWhiteList.equipment', { name: login.equipment });
  if (login.until !== null && login.until > at) return pass('loginWhiteList.person', { until: login.until });
  // What equipment it is will be known once it has enrolled.
  return device ? refuse(18013, 'loginWhiteList.missing') : later('loginWhiteList.later');
}

function binding(facts: Facts): Found {
  const { switches, rule, asked, binding: present, device } = facts;
  if (present === 'bound') return pass('binding.bound');
  if (!switches.enabled || rule.mode === 'off') return pass('binding.off');
  if (asked !== 'bind') {
    if (present === 'pending') return { result: 'wait', found: 'binding.pending', code: 18020, params: { who: 'helpDesk' } };
    return { result: 'bind', found: device ? 'binding.none' : 'binding.unknown' };
  }
  return mayBind(facts);
}

/** Whether and how a device is bound: white list, register, networks, limits, mode. */
function mayBind(facts: Facts): Found {
  const { switches, rule, device, bindList, at, others, book, address: text } = facts;
  if (facts.enrolCode) return way('enrolCode', null, 'binding.enrolCode');
  if (!rule.privateDevices && !device?.company) return refuse(18013, 'binding.private');
  if (rule.requireHardwareKey && device?.keyStorage !== 'hardware') return refuse(18026, 'binding.hardware');
  if (switches.binding && bindList.equipment !== null) return way('whitelist', null, 'binding.equipment', { name: bindList.equipment });
  if (switches.binding && bindList.until !== null && bindList.until > at) return way('whitelist', null, 'binding.person');
  if (rule.mode === 'whitelistOnly') return refuse(18013, 'binding.listOnly');
  const outside = text !== null && rule.bindNetworks && !isFrom(rule.bindNetworks, new Set(groupsOf(book, text).map(({ id }) => id)));
  if (outside) return refuse(18032, 'binding.outside', { address: text });
  const most = device?.company ? rule.maxPeople : 1;
  if (others >= most) return refuse(18023, 'binding.others', { n: others });
  const full = fullness(facts);
  if (full) return full;
  if (switches.registerFirst && !device?.company) return wait('registerFirst', 'binding.registerFirst');
  if (rule.mode === 'approval') return wait('mode', 'binding.approval');
  return way('auto', null, 'binding.auto');
}

function fullness({ rule, count, formFactor }: Facts): Found | undefined {
  const [n, max] = [count[formFactor], rule.max[formFactor]];
  if (n < max) return undefined;
  if (rule.whenFull === 'approval') return wait('full', 'binding.fullApproval', { n, max });
  if (rule.whenFull === 'replaceOldest' && n > 0 && max > 0) return way('replaceOldest', null, 'binding.replace', { n, max });
  return refuse(18022, 'binding.full', { n, max });
}

const way = (how: BindWay['how'], why: BindWay['why'], found: string, params: Found['params'] = {}): Found => ({
  result: 'bind',
  found,
  params,
  bind: { how, why },
});
const wait = (why: NonNullable<BindWay['why']>, found: string, params: Found['params'] = {}): Found => ({
  result: 'wait',
  found,
  params: { ...params, who: 'helpDesk' },
  code: 18020,
  bind: { how: 'approval', why },
});

function checks({ device, rule, at }: Facts): Found {
  if (!device) return later('checks.later');
  const failing = failingChecks(device, rule.checks, at);
  const worst = gravest(failing, at);
  const listed = failing.map(({ check }) => check).join(', ');
  if (!worst) return failing.length > 0 ? { result: 'warn', found: 'checks.warn', params: { checks: listed } } : pass('checks.passed');
  return refuse(18027, 'checks.failed', { checks: listed, since: worst.since });
}

function gesture({ device }: Facts): Found {
  return device ? pass(device.posture.gestureSet === true ? 'gesture.set' : 'gesture.unknown') : later('gesture.unknown');
}
