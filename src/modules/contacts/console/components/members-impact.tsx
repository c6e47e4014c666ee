import type { HoldingArea } from '#kit/console/roles/role-area.ts';
import { ChosenImpact } from './rule-impact.tsx';

/** Who would see more and less once a contact role is given or taken, or somebody becomes an exception of a special user rule. */
export const membersImpact =
  (kind: 'role' | 'special'): NonNullable<HoldingArea['membersImpact']> =>
  (roleId, way, members) => <ChosenImpact request={{ kind, roleId, [way === 'add' ? 'membersAdd' : 'membersRemove']: [...members] }} />;
