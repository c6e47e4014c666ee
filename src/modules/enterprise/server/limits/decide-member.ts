import { free, type LimitBook, type MemberRule, type MemberRequest, type Person, type Side, type Verdict } from './limit-book.ts';

function isOn(side: Side, person: Person): boolean {
  if (side.everyone || side.employees.has(person.id)) return true;
  for (const id of person.departments) if (side.departments.has(id)) return true;
  for (const id of person.crowds) if (side.crowds.has(id)) return true;
  return false;
}

/** What a limit says to a pair; undefined where it is not meant. */
function saysOf({ effect, direction, from, to }: MemberRule, one: Person, other: Person): boolean | undefined {
  // Each way in which the pair is meant: the person on the first side, and the one they have to do with.
  const ways = [...(isOn(from, one) ? [other] : []), ...(direction === 'both' && isOn(from, other) ? [one] : [])];
  const meets = ways.map((person) => isOn(to, person));
  if (effect === 'deny') return meets.includes(true) ? false : undefined;
  return ways.length === 0 ? undefined : !meets.includes(false);
}

/** What one person does with another: the first limit by priority that means the pair decides; its exceptions are nobody to it. */
export function decideMember({ members }: LimitBook, { from, to, action, existing }: MemberRequest): Verdict {
  if (from.id === to.id) return { ...free, by: 'self' };
  for (const rule of members) {
    if (!rule.actions.has(action) || rule.exceptions.has(from.id) || rule.exceptions.has(to.id)) continue;
    const allowed = saysOf(rule, from, to);
    if (allowed === undefined) continue;
    const { id, name, priority } = rule;
    return { allowed: allowed || (existing === true && rule.existing === 'keep'), by: 'memberLimit', rule: { id, name }, priority };
  }
  return free;
}
