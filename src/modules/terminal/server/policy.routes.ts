import { sql } from 'kysely';
import { code } from '#kit/common/codes.ts';
import type { Reply } from '#kit/common/contract.ts';
import { changeObjects } from '#kit/server/change/change-objects.ts';
import type { Fields, Kind, Operation, OperationIssue } from '#kit/server/change/kind.ts';
import { siteKind } from '#kit/server/change/site-kind.ts';
import { tableKind } from '#kit/server/change/table-kind.ts';
import type { Db, Tx } from '#kit/server/directory.ts';
import { handle, type BoundRoute } from '#kit/server/handle.ts';
import { Refusal } from '#kit/server/refusal.ts';
import { clock } from '#platform/clock.ts';
import { terminalPolicyGet, terminalPolicyUpdate } from '#modules/devices/common/terminal-policy.contract.ts';
import { terminalPolicy, type TerminalPolicy } from './policy.ts';
import './terminal.table.ts';

const policyId = '00000000-0000-7000-8000-0000000d0020';
const settings = 'mms_device_management:settings';
const dayMillis = 86_400_000;
const freshMillis = 5 * 60_000;

const base = siteKind(
  tableKind({
    kind: 'terminalPolicy',
    module: 'devices',
    codes: { read: settings, revert: settings },
    table: 'terminal_policy',
    name: 'name',
    fields: {
      name: { column: 'name', internal: true },
      accessMinutes: { column: 'access_minutes' },
      refreshDays: { column: 'refresh_days' },
      refreshWholeDays: { column: 'refresh_whole_days' },
      qrLogin: { column: 'qr_login' },
      browserLogin: { column: 'browser_login' },
    },
    check: async (tx, _caller, operations) => {
      const issues = new Map<number, OperationIssue[]>();
      for (const [index, operation] of operations.entries()) {
        const { refreshDays, refreshWholeDays } = await afterwards(tx, operation);
        if (refreshWholeDays < refreshDays)
          issues.set(index, [{ path: 'refreshWholeDays', namespace: 'devices', key: 'terminalPolicy.tooShort' }]);
      }
      return issues;
    },
  }),
);

/** What holds for sessions of all terminals, in the change engine. Those that have lived longer than it then says are over. */
export const terminalPolicyKind: Kind = {
  ...base,
  write: async (tx, caller, operations) => {
    await base.write(tx, caller, operations);
    const { refreshDays, refreshWholeDays } = await terminalPolicy(tx);
    await sql`update terminal_session set whole_until = least(whole_until, created_at + ${refreshWholeDays}::bigint * ${dayMillis}),
        refresh_until = least(refresh_until, ${livesUntil({ refreshDays, refreshWholeDays })}),
        access_until = least(access_until, ${livesUntil({ refreshDays, refreshWholeDays })})
      where ended_at is null`.execute(tx);
  },
  impact: async (tx, _caller, [operation]): Promise<Record<string, number>> => {
    if (!operation) return {};
    const { rows } = await sql<{ people: number }>`select count(distinct employee_id) as people from terminal_session
      where ended_at is null and refresh_until > ${clock.now()} and ${livesUntil(await afterwards(tx, operation))} <= ${clock.now()}`.execute(
      tx,
    );
    const people = Number(rows[0]?.people ?? 0);
    return people > 0 ? { loseSignIn: people } : {};
  },
};

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

async function shown(db: Db): Promise<Reply<typeof terminalPolicyGet>> {
  const { rows } = await sql<Omit<Reply<typeof terminalPolicyGet>, keyof TerminalPolicy>>`select id, version, created_at as "createdAt",
    created_by as "createdBy", updated_at as "updatedAt", updated_by as "updatedBy" from terminal_policy`.execute(db);
  return { ...rows[0]!, ...(await terminalPolicy(db)) };
}

const lives = ['accessMinutes', 'refreshDays', 'refreshWholeDays'] as const;

/** The policy of terminals as administrators read and change it. */
export const policyRoutes: readonly BoundRoute[] = [
  handle(terminalPolicyGet, ({ db }) => shown(db)),
  handle(terminalPolicyUpdate, ({ caller, services, write }, { version, ...changed }) =>
    write(async (tx) => {
      const before = await terminalPolicy(tx);
      const isShorter = lives.some((name) => (changed[name] ?? before[name]) < before[name]);
      if (isShorter && services.now() - caller.confirmedAt > freshMillis) throw new Refusal(code.stepUp);
      const fields = Object.fromEntries(Object.entries(changed).filter(([, value]) => value !== undefined)) as Fields;
      await changeObjects(tx, caller, terminalPolicyKind, [{ id: policyId, version, fields }]);
      return shown(tx);
    }),
  ),
];
