import type { EffectiveValues, OwnValues, RobotSettingName, RobotValues } from './values.ts';

type Narrowing = {
  readonly [N in Exclude<RobotSettingName, 'quietHours'>]: (above: RobotValues[N], own: RobotValues[N]) => RobotValues[N];
};

const stricter = (above: boolean, own: boolean): boolean => above || own;
const smaller = (above: number, own: number): number => Math.min(above, own);
/** 0 is no limit. */
const sooner = (above: number, own: number): number => (above === 0 ? own : own === 0 ? above : Math.min(above, own));

/** Of what stands above and what a company says the narrower; a text is no limit, the nearest one holds. */
const narrowing: Narrowing = {
  whoCreates: (above, own) => (above === 'administrators' ? above : own),
  approveNew: stricter,
  approveReadAll: stricter,
  maxPerPerson: smaller,
  maxPerGroup: smaller,
  rate: smaller,
  hosts: (above, own) => (above.length === 0 ? own : own.length === 0 ? above : own.filter((host) => isWithin(host, above))),
  keyLifeDays: sooner,
  calendar: (above, own) => {
    const closed = [...new Set([...above.closed, ...own.closed])].toSorted();
    return { closed, open: above.open.filter((day) => !own.closed.includes(day)) };
  },
  label: stricter,
  labelText: (_above, own) => own,
  unusedDays: sooner,
  logDays: smaller,
};

/** Whether a host is one of those that a list names: `*.example.com` names all below `example.com`. */
export function isWithin(host: string, hosts: readonly string[]): boolean {
  return hosts.some((one) => one === host || (one.startsWith('*.') && host.endsWith(one.slice(1))));
}

const names = Object.keys(narrowing) as (keyof Narrowing)[];

/** What holds for a company below: of each setting the narrower of what stands above and its own. */
export function narrowed(above: EffectiveValues, own: OwnValues): EffectiveValues {
  const values: Record<string, unknown> = {};
  for (const name of names) values[name] = narrowedOne(name, above[name], own[name]);
  return {
    ...(values as Omit<EffectiveValues, 'quietHours'>),
    quietHours: own.quietHours === null ? above.quietHours : [...above.quietHours, own.quietHours],
  };
}

function narrowedOne<N extends keyof Narrowing>(name: N, above: RobotValues[N], own: RobotValues[N] | null): RobotValues[N] {
  return own === null ? above : narrowing[name](above, own);
}

/** The settings of a company that say more than what stands above allows. */
export function widened(above: EffectiveValues, own: OwnValues): RobotSettingName[] {
  const isKept = (name: keyof Narrowing): boolean =>
    JSON.stringify(narrowedOne(name, above[name], own[name])) === JSON.stringify(own[name]);
  return names.filter((name) => {
    if (own[name] === null || name === 'labelText') return false;
    return name === 'calendar' ? (own.calendar?.open.length ?? 0) > 0 : !isKept(name);
  });
}
