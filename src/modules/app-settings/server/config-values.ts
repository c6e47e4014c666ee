import type { StoredOf } from '#kit/common/crud/crud-types.ts';
import { decideAudience, type Membership } from '#kit/server/audience/audience.ts';
import type { AudienceRow } from '#kit/common/audience.ts';
import { bucketOf, buildKeyOf } from '#modules/apps/server/public.ts';
import { longestJson, type ConfigRule, type ConfigValue, type otherConfig } from '../common/other-config.contract.ts';

/** A setting as it is stored. */
export type Setting = StoredOf<typeof otherConfig.fields>;
type Typed = Pick<Setting, 'type' | 'options' | 'min' | 'max'>;

/** Why a value does not fit its setting; undefined where it does. */
export function misfit(
  { type, options, min, max }: Typed,
  value: unknown,
): 'boolean' | 'number' | 'integer' | 'range' | 'text' | 'option' | 'json' | undefined {
  if (type === 'boolean') return typeof value === 'boolean' ? undefined : 'boolean';
  if (type === 'text') return typeof value === 'string' ? undefined : 'text';
  if (type === 'select') return typeof value === 'string' && options.includes(value) ? undefined : 'option';
  if (type === 'json') return JSON.stringify(value).length <= longestJson ? undefined : 'json';
  if (typeof value !== 'number') return 'number';
  if (type === 'integer' && !Number.isSafeInteger(value)) return 'integer';
  return (min !== null && value < min) || (max !== null && value > max) ? 'range' : undefined;
}

/** The parties of a rule as rows of an audience. */
export const partiesOf = ({ deptIds, crowdIds }: Pick<ConfigRule, 'deptIds' | 'crowdIds'>): AudienceRow[] => [
  ...deptIds.map((id) => ({ kind: 'department' as const, id, exclude: false })),
  ...crowdIds.map((id) => ({ kind: 'crowd' as const, id, exclude: false })),
];

/** A terminal as rules see it; without a device shares of terminals are left out. */
export interface Asking {
  readonly platform: number;
  readonly buildNo: string;
  readonly membership: Membership;
  readonly deviceId: string | null;
}

/** Whether a rule holds for a terminal. `salt` is the setting's: a terminal falls alike within its shares. */
function holds(rule: ConfigRule, { platform, buildNo, membership, deviceId }: Asking, salt: string): boolean {
  if (rule.platforms.length > 0 && !rule.platforms.some((one) => one === platform)) return false;
  const build = buildKeyOf(buildNo);
  if (rule.fromBuild !== null && build < buildKeyOf(rule.fromBuild)) return false;
  if (rule.toBuild !== null && (build === '' || build > buildKeyOf(rule.toBuild))) return false;
  if (!decideAudience(partiesOf(rule), membership).included) return false;
  return rule.percent === null || (deviceId !== null && bucketOf(salt, deviceId) < rule.percent);
}

/** The value of a setting for a terminal: the first rule that holds, else what holds for everybody. */
export function resolve(
  { id, value, defaultValue, rules }: Pick<Setting, 'value' | 'defaultValue' | 'rules'> & { id: string },
  asking: Asking,
): { value: ConfigValue; rule: number | null } {
  const index = rules.findIndex((rule) => holds(rule, asking, id));
  return index >= 0 ? { value: rules[index]!.value, rule: index + 1 } : { value: value ?? defaultValue, rule: null };
}
