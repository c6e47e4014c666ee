import { sql } from 'kysely';
import { code } from '#kit/common/codes.ts';
import type { Operation, OperationIssue } from '#kit/server/change/kind.ts';
import type { Tx } from '#kit/server/directory.ts';
import { handle, type BoundRoute } from '#kit/server/handle.ts';
import { Refusal } from '#kit/server/refusal.ts';
import { settingServer } from '#kit/server/setting/setting-server.ts';
import { clock } from '#platform/clock.ts';
import { terminalPolicySetting, terminalPolicyUpdate } from '#modules/devices/common/terminal-policy.contract.ts';
import { terminalPolicy, type TerminalPolicy } from './policy.ts';
import './terminal.table.ts';

const dayMillis = 86_400_000;
const freshMillis = 5 * 60_000;

/** What holds for sessions of all terminals. Those that have lived longer than it then says are over. */
export const terminalPolicies = settingServer(terminalPolicySetting, {
  table: 'terminal_policy',
  name: 'name',
  check: async (tx, _caller, operations) => {
    const issues = new Map<number, OperationIssue[]>();
    for (const [index, operation] of operations.entries()) {
      const { refreshDays, refreshWholeDays } = await afterwards(tx, operation);
      if (refreshWholeDays < refreshDays)
        issues.set(index, [{ path: 'refreshWholeDays', namespace: 'devices', key: 'terminalPolicy.tooShort' }]);
    }
    return issues;
  },
  written: async (tx) => {
    const { refreshDays, refreshWholeDays } = await terminalPolicy(tx);
    await sql`update terminal_session set whole_until = least(whole_until, created_at + ${refreshWholeDays}::bigint * ${dayMillis}),
        refresh_until = least(refresh_until, ${livesUntil({ refreshDays, refreshWholeDays })}),
        access_until = least(access_until, ${livesUntil({ refreshDays, refreshWholeDays })})
      where ended_at is null`.execute(tx);
  },
  impact: async (tx, { operations: [operation] }): Promise<Record<string, number>> => {
    if (!operation) return {};
    const { rows } = await sql<{ people: number }>`select count(distinct employee_id) as people from terminal_session
      where ended_at is null and refresh_until > ${clock.now()} and ${livesUntil(await afterwards(tx, operation))} <= ${clock.now()}`.execute(
      tx,
    );
    const people = Number(rows[0]?.people ?? 0);
    return people > 0 ? { loseSignIn: people } : {};
  },
});

type Lives = Pick<TerminalPolicy, 'refreshDays' | 'refreshWholeDays'>;

/** SQL: until when a session lives by a policy: from its last renewal, and from its beginning. */
const livesUntil = ({
  refreshDays,
  refreshWholeDays,
}: Lives) => sql<number>`least(coalesce(used_at, created_at) + ${refreshDays}::bigint * ${dayMillis},
  created_at + ${refreshWholeDays}::bigint * ${dayMillis})`;

async function afterwards(tx: Tx, { after }: Operation): Promise<TerminalPolicy> {
  return { ...(await terminalPolicy(tx)), ...(after as Partial<TerminalPolicy> | null) };
}

const lives = ['accessMinutes', 'refreshDays', 'refreshWholeDays'] as const;

/** The policy of terminals as administrators read and change it. */
export const policyRoutes: readonly BoundRoute[] = [
  terminalPolicies.routes.get,
  handle(terminalPolicyUpdate, (call, change) =>
    call.write(async (tx) => {
      const { caller, services } = call;
      const before = await terminalPolicy(tx);
      const isShorter = lives.some((name) => (change[name] ?? before[name]) < before[name]);
      if (isShorter && services.now() - caller.confirmedAt > freshMillis) throw new Refusal(code.stepUp);
      await terminalPolicies.save(tx, caller, change);
      return terminalPolicies.view({ ...call, db: tx });
    }),
  ),
];
