import { perProduct } from '#kit/server/per-product.ts';
import type { AppSignIns } from '#kit/server/client/app-sign-in.ts';
import type { Db } from '#kit/server/directory.ts';
import type { Services } from '#kit/server/services.ts';

/** What the device roles of a person say about binding, unbinding and unlocking; what they leave open is not there. */
export interface RoleConfig {
  readonly bind?: {
    readonly mode?: 'off' | 'auto' | 'approval' | 'whitelistOnly';
    readonly maxPhones?: number;
    readonly maxTablets?: number;
    readonly maxComputers?: number;
    readonly requireHardwareKey?: boolean;
    /** Devices that are not the company's may be bound. */
    readonly privateDevices?: boolean;
  };
  readonly unbind?: {
    readonly selfUnbind?: boolean;
    readonly needsApproval?: boolean;
    readonly coolDownHours?: number;
    readonly eraseOnUnbind?: boolean;
  };
  readonly signUnlock?: {
    readonly signUnlockEnabled?: boolean;
    readonly kinds?: readonly string[];
    readonly lockAfterMinutes?: number;
    readonly maxFailures?: number;
  };
}

/** Who is asked for the device roles of a person: the module that keeps them says so when the product starts. */
export const roleConfigOf = perProduct(() => ({ read: async (_db: Db, _employeeId: string): Promise<RoleConfig> => ({}) }));

/** What applications ask of signing in to them; the gate of devices is opened with it. */
export const appSignInsOf = perProduct((): { read(): Promise<AppSignIns> } => ({ read: async () => new Map() }));

type Product = Pick<Services, 'database'>;
const strictness = ['off', 'auto', 'approval', 'whitelistOnly'] as const;
const modes = { off: 'off', first: 'auto', approve: 'approval' } as const;

/** What narrows the rule for somebody who uses an application: their device roles, and the binding that the application asks for. */
export async function narrowingOf(
  product: Product,
  db: Db,
  { uid, appKey }: { readonly uid: string; readonly appKey: string },
): Promise<RoleConfig> {
  const role = await roleConfigOf(product).read(db, uid);
  const asked = (await appSignInsOf(product).read()).get(appKey.toLowerCase())?.bindDevice ?? 'off';
  if (asked === 'off') return role;
  const given = role.bind?.mode ?? 'off';
  const mode = strictness[Math.max(strictness.indexOf(given), strictness.indexOf(modes[asked]))]!;
  return { ...role, bind: { ...role.bind, mode } };
}
