import type { Db } from '#kit/server/directory.ts';

/** What holds for the pushes of all accounts. */
export interface PlatformRules {
  readonly quietHours: readonly { readonly from: string; readonly to: string; readonly weekdays: readonly number[] }[];
  readonly cap: { readonly perPersonPerDay: number; readonly perPersonPerWeek: number };
  readonly approveAbove: number;
  readonly urgentNeedsApproval: boolean;
  readonly expireHours: number;
  readonly targetDays: number;
}

const everyDay = [1, 2, 3, 4, 5, 6, 7];

/** What holds for the pushes of all accounts. */
export async function platformRules(_db: Db): Promise<PlatformRules> {
  return Promise.resolve({
    quietHours: [{ from: '22:00', to: '07:00', weekdays: everyDay }],
    cap: { perPersonPerDay: 3, perPersonPerWeek: 15 },
    approveAbove: 10_000,
    urgentNeedsApproval: true,
    expireHours: 72,
    targetDays: 400,
  });
}
