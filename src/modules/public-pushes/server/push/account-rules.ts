import { sql } from 'kysely';
import type { z } from 'zod';
import type { Db } from '#kit/server/directory.ts';
import { notFound } from '#kit/server/refusal.ts';
import type { CommentPolicy, failurePause, pushCap, quietHours } from '#modules/public-accounts/common/account.contract.ts';
import { platformRules, type PlatformRules } from './platform.ts';

/** An account as far as pushing goes. */
export interface AccountRules {
  readonly id: string;
  readonly name: Readonly<Record<string, string>>;
  readonly enabled: boolean;
  readonly showReads: boolean;
  readonly showLikes: boolean;
  readonly commentPolicy: CommentPolicy;
  readonly quietHours: z.output<typeof quietHours>;
  readonly cap: z.output<typeof pushCap>;
  readonly failurePause: z.output<typeof failurePause>;
  readonly approveAbove: number;
  readonly ratePerSecond: number;
  readonly platform: PlatformRules;
}

/** An account with the rules that hold for it: its own, else the platform's. */
export async function accountRules(db: Db, snoId: string): Promise<AccountRules> {
  const { rows } = await sql<
    Omit<AccountRules, 'quietHours' | 'approveAbove' | 'platform'> & {
      quietHours: AccountRules['quietHours'] | null;
      approveAbove: number | null;
    }
  >`select id, name, enabled, show_reads as "showReads", show_likes as "showLikes", comment_policy as "commentPolicy",
      quiet_hours as "quietHours", cap, failure_pause as "failurePause", approve_above as "approveAbove", rate_per_second as "ratePerSecond"
    from sno where id = ${snoId}::uuid`.execute(db);
  const [row] = rows;
  if (!row) throw notFound();
  const platform = await platformRules(db);
  return {
    ...row,
    quietHours: row.quietHours ?? platform.quietHours,
    approveAbove: row.approveAbove ?? platform.approveAbove,
    platform,
  };
}
