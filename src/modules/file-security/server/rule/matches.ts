import { isOpen, wallTime } from '#modules/enterprise/server/public.ts';
import { parseAddress } from '#platform/network/network.ts';
import { holds, type SpanSet } from '#platform/network/span-set.ts';
import { extensionOf } from '../../common/mime-types.ts';
import { groupsOf, type AddressBook } from '#modules/address-groups/server/public.ts';
import type { DeviceCondition } from '../../common/rule-fields.ts';
import type { Book, BookRole, Named, Person, Rule, RuleSet, Send, Until, Who } from './book.ts';
import type { FactFile, Facts } from './facts.ts';
import type { FileAction } from '../../common/words.ts';

const lasts = (all: Until, id: string, at: number): boolean => {
  const until = all.get(id);
  return until === null || (until !== undefined && until > at);
};
const shares = (one: ReadonlySet<string>, other: ReadonlySet<string>): boolean => {
  for (const id of one) if (other.has(id)) return true;
  return false;
};

/** The roles that hold a person now, the built-in one last. */
export function rolesOf(roles: readonly BookRole[], person: Person, at: number): BookRole[] {
  const isHeld = (role: BookRole): boolean => {
    if (role.builtIn) return true;
    if (role.expiresAt !== null && role.expiresAt <= at) return false;
    if (lasts(role.employees, person.id, at)) return true;
    for (const id of person.departments) if (lasts(role.departments, id, at)) return true;
    for (const id of person.crowds) if (lasts(role.crowds, id, at)) return true;
    return false;
  };
  return roles.filter(isHeld).toSorted((one, other) => Number(one.builtIn) - Number(other.builtIn));
}

const isNamed = ({ employees, departments, crowds }: Named, person: Person): boolean =>
  employees.has(person.id) || shares(departments, person.departments) || shares(crowds, person.crowds);

/** Whether somebody is among those who are named; an excluding row wins. */
function isAmong(who: Who, person: Person, roleIds: ReadonlySet<string>): boolean {
  if (isNamed(who.excluded, person)) return false;
  return who.everyone || isNamed(who.included, person) || shares(who.roles, roleIds);
}

/** Whether an address lies in a set of networks; an unknown one does not. */
export const isInside = (spans: SpanSet | null, address: string | null): boolean => spans !== null && holds(spans, parseAddress(address));

/** Whether an address counts as inside: by the networks of the version, or by an address group that is marked as internal. */
export const countsAsInside = (
  { inner, outer }: Pick<RuleSet, 'inner' | 'outer'>,
  networks: AddressBook,
  address: string | null,
): boolean =>
  isInside(inner, address) || (outer.innerGroups && address !== null && groupsOf(networks, address).some(({ internal }) => internal));

/** Whether an address lies where a rule wants it. A group that is gone or switched off holds nothing, and a rule that spares it means nobody. */
function isFrom({ inGroups, notInGroups }: Pick<Rule, 'inGroups' | 'notInGroups'>, networks: AddressBook, address: string | null): boolean {
  if (inGroups.length === 0 && notInGroups.length === 0) return true;
  const held = new Set(address === null ? [] : groupsOf(networks, address).map(({ id }) => id));
  if (inGroups.length > 0 && !inGroups.some((id) => held.has(id))) return false;
  const there = new Set(networks.groups.map(({ id }) => id));
  return notInGroups.every((id) => there.has(id) && !held.has(id));
}

/** Whether a device is as a rule wants it; what is not known of it fails what asks for it. */
function isSuchDevice({ ownership, formFactor, compliant, boundOnly, hardwareKey }: DeviceCondition, device: Facts['device']): boolean {
  if (!device) return false;
  if (ownership.length > 0 && !ownership.includes(device.ownership)) return false;
  if (formFactor.length > 0 && !formFactor.includes(device.formFactor)) return false;
  if (compliant !== null && compliant !== device.compliant) return false;
  return (!boundOnly || device.bound) && (!hardwareKey || device.hardwareKey);
}

/** Whether a file, or what it holds, is of one of these types; none means all. */
const isOfType = (types: Rule['fileTypes'], { type, inside }: FactFile): boolean =>
  types.length === 0 || [type, ...(inside?.types ?? [])].some((one) => types.includes(one));

/** Whether a rule is about such a file. */
function isSuchFile(
  {
    fileTypes,
    extensions,
    sizeMin,
    sizeMax,
    levels,
    pattern,
  }: Pick<Rule, 'fileTypes' | 'extensions' | 'sizeMin' | 'sizeMax' | 'levels' | 'pattern'>,
  file: FactFile,
): boolean {
  if (!isOfType(fileTypes, file)) return false;
  const endings = [extensionOf(file.name), ...(file.inside?.extensions ?? [])];
  if (extensions.length > 0 && !endings.some((one) => extensions.includes(one))) return false;
  if (sizeMin !== null && file.size < sizeMin) return false;
  if (sizeMax !== null && file.size > sizeMax) return false;
  if (levels.length > 0 && !levels.includes(file.level)) return false;
  return pattern === undefined || pattern(file.name);
}

/** Whether a recipient is in a department of the sender's own. */
const sharesDepartment = (one: Person, other: Person): boolean => shares(one.own, other.own);

function isSuchTarget(target: Rule['target'], { person, recipients, external }: Facts): boolean {
  if (target === 'anybody') return true;
  if (target === 'external') return external;
  const own = (recipient: Person): boolean => sharesDepartment(person, recipient);
  if (target === 'ownDepartment') return !external && recipients.length > 0 && recipients.every(own);
  return external || recipients.some((recipient) => !own(recipient));
}

/** Whether a rule is about this action of this person here and now with this file. */
export function isMeant(
  rule: Rule,
  facts: Facts,
  { action, inner, roleIds, book }: { action: FileAction; inner: boolean; roleIds: ReadonlySet<string>; book: Pick<Book, 'networks'> },
): boolean {
  const { person, platform, address, at, file } = facts;
  if (!rule.enabled || !rule.actions.includes(action)) return false;
  if (rule.until !== null && rule.until <= at) return false;
  if (!isAmong(rule.held, person, roleIds)) return false;
  if (rule.platforms.length > 0 && !rule.platforms.includes(platform)) return false;
  if (rule.place !== 'any' && (rule.place === 'inside') !== inner) return false;
  if (rule.spans !== null && !isInside(rule.spans, address)) return false;
  if (!isFrom(rule, book.networks, address)) return false;
  if (rule.asksDevice && !isSuchDevice(rule.device, facts.device)) return false;
  if (rule.window !== null && !isOpen(rule.window, wallTime(at, rule.window.zone))) return false;
  return isSuchFile(rule, file) && (rule.kind !== 'send' || isSuchTarget(rule.target, facts));
}

/** The first send permission that means this sender and recipient. A recipient that is null stands for people outside the company. */
export function sendFor(set: RuleSet, facts: Facts, recipient: Person | null, roleIds: ReadonlySet<string>): Send | undefined {
  const { person, at, file } = facts;
  return set.sends.find((send) => {
    if (!send.enabled || (send.until !== null && send.until <= at) || !isAmong(send.held, person, roleIds)) return false;
    if (!isOfType(send.fileTypes, file)) return false;
    // A permission up to a size does not mean larger files; a prohibition from a size on means those alone.
    if (send.sizeMax !== null && (send.effect === 'allow' ? file.size > send.sizeMax : file.size <= send.sizeMax)) return false;
    if (send.target === 'anybody') return true;
    if (recipient === null) return send.target === 'external';
    if (send.target === 'external') return false;
    return send.target === 'ownDepartment' ? sharesDepartment(person, recipient) : isAmong(send.to, recipient, new Set());
  });
}
