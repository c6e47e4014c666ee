import { perProduct } from '#kit/server/per-product.ts';
import type { Db } from '#kit/server/directory.ts';

/** What the device roles of a person say about binding, unbinding and unlocking; what they leave open is not there. */
export interface RoleConfig {
  readonly bind?: {
    readonly mode?: 'off' | 'auto' | 'approval' | 'whitelistOnly';
    readonly maxPhones?: number;
    readonly maxTablets?: number;
    readonly maxComputers?: number;
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
