import type { CheckName, Posture, RuleCheck } from '../../common/device-words.ts';

/** What checks look at. */
export interface CheckedDevice {
  readonly platform: number;
  readonly posture: Posture;
  readonly systemVersion: string;
  readonly patchLevel: string;
  readonly terminalVersion: string;
  readonly attestation: 'none' | 'claimed' | 'proven';
  /** Since when each failing check fails. */
  readonly failingSince: Readonly<Partial<Record<CheckName, number>>>;
}

/** A check that fails, since when, and whether its grace has passed. */
export interface Failing extends RuleCheck {
  readonly since: number;
  readonly due: boolean;
}

const hourMillis = 3_600_000;
const weight = { warn: 0, lock: 1, block: 2, eraseApp: 3 } as const;

/** Compares versions by their numbers: `17.4` is less than `17.10`. Undefined where one says nothing. */
function compareVersions(one: string, other: string): number | undefined {
  const [left, right] = [one, other].map((text) => (text.match(/\d+/g) ?? []).map(Number));
  if (!left || !right || left.length === 0 || right.length === 0) return undefined;
  for (let at = 0; at < Math.max(left.length, right.length); at += 1) {
    const difference = (left[at] ?? 0) - (right[at] ?? 0);
    if (difference !== 0) return Math.sign(difference);
  }
  return 0;
}

const isLess = (one: string, least: string): boolean => (compareVersions(one, least) ?? 0) < 0;

const fails: Readonly<Record<CheckName, (device: CheckedDevice, value: string) => boolean>> = {
  // A device whose attestation contradicts what it says is what the worse of the two says.
  rooted: ({ posture }) => posture.rooted === true,
  emulator: ({ posture }) => posture.emulator === true,
  debugger: ({ posture }) => posture.debugger === true,
  screenLock: ({ posture }) => posture.screenLock === false,
  diskEncrypted: ({ posture }) => posture.diskEncrypted === false,
  gestureSet: ({ posture }) => posture.gestureSet === false,
  systemVersion: ({ systemVersion }, value) => isLess(systemVersion, value),
  patchLevel: ({ patchLevel }, value) => isLess(patchLevel, value),
  terminalVersion: ({ terminalVersion }, value) => isLess(terminalVersion, value),
  attestation: ({ attestation }) => attestation === 'none',
};

/** The checks of a rule that a device fails. */
export function failingChecks(device: CheckedDevice, checks: readonly RuleCheck[], at: number): Failing[] {
  return checks
    .filter(
      ({ check, platforms, value }) =>
        (platforms.length === 0 || platforms.some((one) => one === device.platform)) && fails[check](device, value),
    )
    .map((check) => {
      const since = device.failingSince[check.check] ?? at;
      return { ...check, since, due: since + check.graceHours * hourMillis <= at };
    });
}

/** The gravest of failing checks whose grace has passed and that does more than warn. */
export function gravest(failing: readonly Failing[], _at: number): Failing | undefined {
  return failing
    .filter(({ due, action }) => due && action !== 'warn')
    .toSorted((one, other) => weight[other.action] - weight[one.action])[0];
}
