import { sql } from 'kysely';
import type { PartyKind } from '#kit/common/audience.ts';
import type { Db } from '#kit/server/directory.ts';
import { addressBook } from '#modules/address-groups/server/public.ts';
import { anyDevice } from '../../common/rule-fields.ts';
import type { FileRuleContent, RuleSetContent } from '../rule/content.ts';
import { directory } from '../directory.ts';

/** Something odd about a rule: the key of its sentence, with what fills it. */
export interface RuleWarning {
  readonly ruleId: string;
  readonly name: string;
  readonly key: string;
  readonly params: Readonly<Record<string, string>>;
}

/** Rules that never match, stand behind one that always decides before, have expired, or name what is gone. */
export async function warningsOf(db: Db, { rules, outer }: RuleSetContent, now: number): Promise<RuleWarning[]> {
  const found: RuleWarning[] = [];
  const gone = await goneIn(db, rules);
  const { groups } = await addressBook(db);
  const on = new Set(groups.map(({ id }) => id));
  const inside = outer.segments.length > 0 || (outer.innerGroups && groups.some(({ internal, rows }) => internal && rows > 0));
  for (const rule of rules) {
    const say = (key: string, params: Record<string, string> = {}): void => {
      found.push({ ruleId: rule.id, name: rule.name, key: `warning.${key}`, params });
    };
    if (!rule.enabled) continue;
    if (rule.until !== null && rule.until <= now) say('expired');
    if (rule.sizeMin !== null && rule.sizeMax !== null && rule.sizeMin > rule.sizeMax) say('sizes');
    if (rule.place !== 'any' && !inside) say(rule.place === 'inside' ? 'noInside' : 'allOutside');
    const missing = [...rule.who.map(({ id }) => id), ...rule.roleIds].filter((id) => gone.has(id)).length;
    if (missing > 0) say('gone', { count: String(missing) });
    const broken = [...rule.inGroups, ...rule.notInGroups].filter((id) => !on.has(id)).length;
    if (broken > 0) say('groups', { count: String(broken) });
    const before = rules.find((other) => other !== rule && isShadowing(other, rule));
    if (before) say('shadowed', { name: before.name });
  }
  return found;
}

/** Whether one rule always decides before another: it stands before, and asks for nothing that the other does not ask for. */
function isShadowing(one: FileRuleContent, other: FileRuleContent): boolean {
  if (!one.enabled || one.mode !== 'enforce' || one.kind !== other.kind || one.priority >= other.priority || one.until !== null)
    return false;
  const covers = (wide: readonly (string | number)[], narrow: readonly (string | number)[]): boolean =>
    wide.length === 0 || (narrow.length > 0 && narrow.every((value) => wide.includes(value)));
  const named = one.who.map(({ id }) => id);
  const holdsWho =
    one.everyone ||
    (!other.everyone && other.who.every(({ id }) => named.includes(id)) && other.roleIds.every((id) => one.roleIds.includes(id)));
  return (
    holdsWho &&
    one.who.every(({ exclude }) => !exclude) &&
    other.actions.every((action) => one.actions.includes(action)) &&
    covers(one.platforms, other.platforms) &&
    (one.place === 'any' || one.place === other.place) &&
    one.segments.length === 0 &&
    one.inGroups.length === 0 &&
    one.notInGroups.length === 0 &&
    JSON.stringify(one.device) === JSON.stringify(anyDevice) &&
    one.window === null &&
    covers(one.fileTypes, other.fileTypes) &&
    covers(one.extensions, other.extensions) &&
    one.sizeMin === null &&
    one.sizeMax === null &&
    one.namePattern === null &&
    covers(one.levels, other.levels) &&
    (one.target === 'anybody' || one.target === other.target)
  );
}

/** What rules name and is no longer there. */
async function goneIn(db: Db, rules: readonly FileRuleContent[]): Promise<Set<string>> {
  const named = rules.flatMap(({ who }) => who);
  const of = (kind: PartyKind): string[] => [...new Set(named.flatMap((row) => (row.kind === kind ? [row.id] : [])))];
  const roles = [...new Set(rules.flatMap(({ roleIds }) => roleIds))];
  const known = new Set([
    ...(await directory.departments(db, of('department'))).keys(),
    ...(await directory.people(db, of('employee'))).keys(),
    ...(await directory.crowds(db, of('crowd'))).keys(),
  ]);
  const { rows } = await sql<{ id: string }>`select id::text as id from role where id = any(${roles}::uuid[])`.execute(db);
  for (const { id } of rows) known.add(id);
  return new Set([...named.map(({ id }) => id), ...roles].filter((id) => !known.has(id)));
}
