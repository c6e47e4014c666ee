import ipaddr from 'ipaddr.js';
import type { DeviceStanding } from '#kit/server/client/device-gate.ts';
import type { AddressRule, AddressRules, PeopleGroups } from '#kit/common/session/sign-in-policy.ts';

/** Who wants in, from where and when. */
export interface Arrival {
  address: string;
  /** Epoch milliseconds; days and hours are those of the server's clock. */
  at: number;
  /** Ids of the roles held now, and where one belongs among the departments and crowds that the rules name. */
  roles: readonly string[];
  departments: readonly string[];
  crowds: readonly string[];
  /** The terminal, and how its device stands; null for a browser. */
  terminal: ({ readonly platform: number } & DeviceStanding) | null;
}

/** What decides: the number of a rule from 1, or null where none fits. */
export interface Verdict {
  rule: number | null;
  action: 'allow' | 'deny' | 'factor';
  /** For the log: whether the place or the time decided. */
  reason: 'addressRule' | 'timeRule';
}

type Network = [ipaddr.IPv4 | ipaddr.IPv6, number];

/** A network or a single address; undefined where a text is neither. IPv4 inside IPv6 is IPv4. */
function networkOf(text: string): Network | undefined {
  try {
    if (!text.includes('/')) {
      const address = ipaddr.IPv4.isValid(text) && !ipaddr.IPv4.isValidFourPartDecimal(text) ? undefined : ipaddr.process(text);
      return address && [address, address.kind() === 'ipv4' ? 32 : 128];
    }
    if (!text.includes(':') && !ipaddr.IPv4.isValidFourPartDecimal(text.split('/')[0] ?? '')) return undefined;
    const [address, bits] = ipaddr.parseCIDR(text);
    if (address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress())
      return bits < 96 ? undefined : [address.toIPv4Address(), bits - 96];
    return [address, bits];
  } catch {
    return undefined;
  }
}

/** An address as rules hold it: IPv4 inside IPv6 is IPv4. */
export const plainAddress = (address: string): string => ipaddr.process(address).toString();

/** The texts that are no networks, with the number of their rule from 0. */
export const wrongNetworks = ({ rules }: AddressRules): { rule: number; value: string }[] =>
  rules.flatMap(({ networks }, rule) => networks.filter((text) => !networkOf(text)).map((value) => ({ rule, value })));

function isInside(address: string, networks: readonly string[]): boolean {
  if (networks.length === 0) return true;
  // An address that is none lies nowhere.
  if (!ipaddr.isValid(address)) return false;
  const one = ipaddr.process(address);
  return networks.some((text) => {
    const network = networkOf(text);
    return network !== undefined && network[0].kind() === one.kind() && one.match(network);
  });
}

const minutesOf = (hour: string): number => Number(hour.slice(0, 2)) * 60 + Number(hour.slice(3));
/** 1 Monday … 7 Sunday. */
const dayOf = (moment: Date): number => moment.getDay() || 7;

function isNow({ days, from, until }: AddressRule, at: number): boolean {
  const moment = new Date(at);
  const minute = moment.getHours() * 60 + moment.getMinutes();
  const start = from === null ? 0 : minutesOf(from);
  const end = until === null ? 24 * 60 : minutesOf(until);
  const onDay = (day: number): boolean => days.length === 0 || days.includes(day);
  const today = dayOf(moment);
  if (start < end) return onDay(today) && minute >= start && minute < end;
  // Over midnight: the evening of the day, or the morning after it.
  return (onDay(today) && minute >= start) || (onDay(today === 1 ? 7 : today - 1) && minute < end);
}

const isTimed = ({ days, from, until }: AddressRule): boolean => days.length > 0 || from !== null || until !== null;

/** Whether a rule is about somebody; of its groups only those count that it says it is about. */
function isAbout({ who, roleIds, departmentIds, crowdIds }: AddressRule, { roles, departments, crowds }: Arrival): boolean {
  if (who === 'everyone') return true;
  if (who === 'roles') return roleIds.some((id) => roles.includes(id));
  return who === 'departments' ? departmentIds.some((id) => departments.includes(id)) : crowdIds.some((id) => crowds.includes(id));
}

/** Whether a rule is about what somebody signs in with; one that asks for a terminal or its device is not about a browser. */
function isBy({ device, platforms }: AddressRule, { terminal }: Arrival): boolean {
  if (device === 'any' && platforms.length === 0) return true;
  if (!terminal || (platforms.length > 0 && !platforms.some((one) => one === terminal.platform))) return false;
  const { enrolled, bound, compliant } = terminal;
  const stands = {
    any: true,
    enrolled,
    notEnrolled: !enrolled,
    bound: enrolled && bound,
    notBound: !enrolled || !bound,
    compliant: enrolled && compliant,
    notCompliant: enrolled && !compliant,
  };
  return stands[device];
}

/** Whether a rule asks how a device stands. */
export const asksDevice = ({ rules }: AddressRules): boolean => rules.some(({ device }) => device !== 'any');

/** The departments and crowds that rules name. */
export const groupsIn = ({ rules }: AddressRules): Pick<PeopleGroups, 'departmentIds' | 'crowdIds'> => ({
  departmentIds: [...new Set(rules.flatMap(({ who, departmentIds }) => (who === 'departments' ? departmentIds : [])))],
  crowdIds: [...new Set(rules.flatMap(({ who, crowdIds }) => (who === 'crowds' ? crowdIds : [])))],
});

/** Whether a rule has not come to its end. */
export const stillHolds = ({ expiresAt }: AddressRule, at: number): boolean => expiresAt === undefined || expiresAt > at;

/** The first rule that fits and has not ended decides. */
export function judge({ rules, otherwise }: AddressRules, arrival: Arrival): Verdict {
  const { address, at } = arrival;
  const found = rules.findIndex(
    (rule) => stillHolds(rule, at) && isAbout(rule, arrival) && isBy(rule, arrival) && isInside(address, rule.networks) && isNow(rule, at),
  );
  const rule = rules[found];
  if (!rule) {
    // Nothing fits: the time kept somebody out where an allowing rule fits this place at another one.
    const timed = rules.some(
      (one) => one.action !== 'deny' && stillHolds(one, at) && isTimed(one) && isBy(one, arrival) && isInside(address, one.networks),
    );
    return { rule: null, action: otherwise, reason: timed ? 'timeRule' : 'addressRule' };
  }
  return { rule: found + 1, action: rule.action, reason: isTimed(rule) ? 'timeRule' : 'addressRule' };
}
