import type { RoleConfig } from '../../common/config-groups.ts';
import { configGroups, unlockKinds, type ConfigGroup } from '../../common/words.ts';
import type { BookRole } from './book.ts';

/** Which role gave a value. */
export interface Origin {
  readonly groupCode: ConfigGroup;
  readonly field: string;
  readonly roleId: string;
  readonly roleName: string;
}

type From<G extends ConfigGroup> = { readonly role: BookRole; readonly group: NonNullable<RoleConfig[G]> };

const union = <T>(lists: readonly (readonly T[])[]): T[] => [...new Set(lists.flat())];
const smallest = (numbers: readonly number[]): number => Math.min(...numbers);
const anyOf = (flags: readonly (0 | 1)[]): 0 | 1 => (flags.includes(1) ? 1 : 0);
const allOf = (flags: readonly (0 | 1)[]): 0 | 1 => (flags.includes(0) ? 0 : 1);
const modes = ['auto', 'approve', 'registered'] as const;

type Joining = { readonly [G in ConfigGroup]: (from: readonly From<G>[]) => NonNullable<RoleConfig[G]> };

/** How the values of several roles come together: the strictest. */
const joining: Joining = {
  bind: (from) => {
    const most = (kind: 'phone' | 'tablet' | 'computer'): number => smallest(from.map(({ group }) => group.maxDevices[kind]));
    return {
      maxDevices: { phone: most('phone'), tablet: most('tablet'), computer: most('computer') },
      mode: modes[Math.max(...from.map(({ group }) => modes.indexOf(group.mode)))] ?? 'auto',
      requireHardwareKey: anyOf(from.map(({ group }) => group.requireHardwareKey)),
      privateDevices: allOf(from.map(({ group }) => group.privateDevices)),
    };
  },
  unbind: (from) => {
    const erases = from.map(({ group }) => group.eraseOnUnbind);
    return {
      selfUnbind: allOf(from.map(({ group }) => group.selfUnbind)),
      needsApproval: anyOf(from.map(({ group }) => group.needsApproval)),
      coolDownHours: Math.max(...from.map(({ group }) => group.coolDownHours)),
      eraseOnUnbind: erases.includes(1) ? 1 : erases.includes(0) ? 0 : null,
    };
  },
  signUnlock: (from) => ({
    signUnlockEnabled: anyOf(from.map(({ group }) => group.signUnlockEnabled)),
    kinds: unlockKinds.filter((kind) => from.every(({ group }) => group.kinds.includes(kind))),
    lockAfterMinutes: smallest(from.map(({ group }) => group.lockAfterMinutes)),
    maxFailures: smallest(from.map(({ group }) => group.maxFailures)),
  }),
  screenshot: (from) => ({
    prevent: anyOf(from.map(({ group }) => group.prevent)),
    report: anyOf(from.map(({ group }) => group.report)),
    places: union(from.map(({ group }) => group.places)),
  }),
  watermark: (from) => {
    const on = from.filter(({ group }) => group.on === 1);
    const first = (on[0] ?? from[0])!.group;
    return { ...first, on: on.length > 0 ? 1 : 0, places: union((on.length > 0 ? on : from).map(({ group }) => group.places)) };
  },
};

/** The settings that hold for who has these roles: of each group the strictest values, with the role that gave each. */
export function configOf(roles: readonly BookRole[]): { groups: RoleConfig; origins: Origin[] } {
  const groups: RoleConfig = {};
  const origins: Origin[] = [];
  for (const code of configGroups) {
    const joined = joinedGroup(roles, code);
    if (!joined) continue;
    Object.assign(groups, { [code]: joined.value });
    origins.push(...joined.origins);
  }
  return { groups, origins };
}

function joinedGroup<G extends ConfigGroup>(roles: readonly BookRole[], code: G) {
  const from = roles.flatMap((role): From<G>[] => {
    const group = role.groups[code];
    return group ? [{ role, group }] : [];
  });
  if (from.length === 0) return undefined;
  const value = joining[code](from);
  const origins = Object.entries(value).map(([field, one]): Origin => {
    const same = from.find(({ group }) => JSON.stringify(Reflect.get(group, field)) === JSON.stringify(one)) ?? from[0]!;
    return { groupCode: code, field, roleId: same.role.id, roleName: same.role.name };
  });
  return { value, origins };
}
