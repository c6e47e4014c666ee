import { sql, type RawBuilder } from 'kysely';
import type { Caller } from '#kit/server/caller.ts';
import { partiesOutside, unknownParties } from '#kit/server/audience/audience.ts';
import type { Fields, Kind, Operation, OperationIssue } from '#kit/server/change/kind.ts';
import { tableKind } from '#kit/server/change/table-kind.ts';
import type { Db, Tx } from '#kit/server/directory.ts';
import { InvalidInput, Refusal } from '#kit/server/refusal.ts';
import { directory } from '#modules/people/server/public.ts';
import { accountSettingPage } from '../../common/permissions.ts';
import type { AudienceMember, AudienceMode } from '../../common/words.ts';
import { fansOf } from '../fans.ts';
import { throughAccount } from '../reach.ts';

/** The field of a row that names a member, by what is named; the column is the same. */
export const fieldOf = { employee: 'employeeId', department: 'departmentId', crowd: 'crowdId' } as const;
/** Kinds of rows in the journal. */
export const kindNames = { employee: 'snoUser', department: 'snoDept', crowd: 'snoGroup' } as const;
const limits = { employee: 100_000, department: 5000, crowd: 200 } as const;

/** SQL subquery of the active people whom members of a kind reach. */
export const reachedBy = (kind: AudienceMember, ids: readonly string[]): RawBuilder<{ id: string }> => {
  if (kind === 'department') return directory.employeesUnder(ids);
  if (kind === 'crowd') return directory.employeesOfCrowds(ids);
  return sql<{ id: string }>`select id from (${directory.activeEmployees()}) as active where id = any(${[...ids]}::uuid[])`;
};

interface Row {
  readonly snoId: string;
  readonly memberId: string;
  readonly mode: AudienceMode;
}

/** Rows as operations leave them, and as they were; of what a change leaves out the stored value. */
async function rowsOf(
  tx: Tx,
  kind: AudienceMember,
  operations: readonly Operation[],
): Promise<{ after: Row | null; before: Row | null }[]> {
  const { rows } = await sql<{
    id: string;
    sno: string;
    member: string;
    mode: AudienceMode;
  }>`select id, sno_id as sno, member_id as member, mode
    from sno_audience where id = any(${operations.map(({ id }) => id)}::uuid[])`.execute(tx);
  const stored = new Map(rows.map((row) => [row.id, { snoId: row.sno, memberId: row.member, mode: row.mode }]));
  const field = fieldOf[kind];
  const read = (fields: Fields | null, now: Row | undefined): Row | null => {
    if (fields === null) return null;
    return {
      snoId: String(fields['snoId'] ?? now?.snoId ?? ''),
      memberId: String(fields[field] ?? now?.memberId ?? ''),
      mode: (fields['mode'] ?? now?.mode ?? 'allowed') as AudienceMode,
    };
  };
  return operations.map(({ id, before, after }) => ({ after: read(after, stored.get(id)), before: read(before, stored.get(id)) }));
}

/** Nobody outside the range of the caller is written into an audience or taken out of it (15020), and nobody unknown. */
async function check(
  tx: Tx,
  kind: AudienceMember,
  caller: Caller,
  operations: readonly Operation[],
): Promise<Map<number, OperationIssue[]>> {
  const rows = await rowsOf(tx, kind, operations);
  const parties = rows.flatMap(({ after, before }) =>
    [after, before].flatMap((row) => (row === null ? [] : [{ kind, id: row.memberId, exclude: false }])),
  );
  if ((await partiesOutside(tx, directory, parties, caller.scope())).length > 0) throw new Refusal(15020);
  const added = rows.flatMap(({ after }) => (after === null ? [] : [{ kind, id: after.memberId, exclude: false }]));
  const unknown = new Set((await unknownParties(tx, directory, added)).map(({ id }) => id));
  const held = await heldFast(tx, rows);
  const issues = new Map<number, OperationIssue[]>();
  for (const [index, { after }] of rows.entries()) {
    if (after === null) continue;
    if (unknown.has(after.memberId)) issues.set(index, [{ path: fieldOf[kind], namespace: 'kit', key: 'issue.noParty' }]);
    else if (after.mode !== 'forced' && held.has(after.snoId))
      issues.set(index, [{ path: 'mode', namespace: 'public-accounts', key: 'issue.cantLeave' }]);
  }
  await assertRoom(tx, kind, rows, operations);
  return issues;
}

/** Accounts that nobody can leave: everybody in their audience follows without asking. */
async function heldFast(tx: Tx, rows: readonly { after: Row | null }[]): Promise<Set<string>> {
  const ids = [...new Set(rows.flatMap(({ after }) => (after === null ? [] : [after.snoId])))];
  const { rows: found } = await sql<{ id: string }>`select id from sno where id = any(${ids}::uuid[]) and not allow_unfollow`.execute(tx);
  return new Set(found.map(({ id }) => id));
}

async function assertRoom(
  tx: Tx,
  kind: AudienceMember,
  rows: readonly { after: Row | null }[],
  operations: readonly Operation[],
): Promise<void> {
  const created = rows.flatMap(({ after }, index) => (operations[index]!.action === 'create' && after !== null ? [after.snoId] : []));
  for (const snoId of new Set(created)) {
    const { rows: counted } = await sql<{ n: number }>`select count(*)::int as n from sno_audience
      where sno_id = ${snoId}::uuid and member_kind = ${kind}`.execute(tx);
    if (counted[0]!.n + created.filter((one) => one === snoId).length > limits[kind])
      throw new InvalidInput([{ path: 'ids', namespace: 'public-accounts', key: 'issue.tooMany', params: { n: limits[kind] } }]);
  }
}

/** How many people rows reach, and how many of them become fans or may no longer be. */
async function impact(tx: Tx, kind: AudienceMember, operations: readonly Operation[]): Promise<Record<string, number>> {
  const rows = await rowsOf(tx, kind, operations);
  const named = rows.flatMap(({ after, before }) => ((after ?? before) ? [(after ?? before)!.memberId] : []));
  const people = await counted(tx, reachedBy(kind, [...new Set(named)]));
  let newFans = 0;
  const byAccount = Map.groupBy(
    rows.flatMap(({ after }) => (after === null || after.mode === 'allowed' ? [] : [after])),
    ({ snoId }) => snoId,
  );
  for (const [snoId, following] of byAccount) {
    const reached = reachedBy(
      kind,
      following.map(({ memberId }) => memberId),
    );
    newFans += await counted(
      tx,
      sql`select id from (${reached}) as reached where id not in (select id from (${await fansOf(tx, snoId)}) as fans)
        and not exists (select from sno_fan f where f.sno_id = ${snoId}::uuid and f.employee_id = reached.id and f.state = 'blocked')`,
    );
  }
  return { people, newFans };
}

async function counted(db: Db, ids: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(distinct id)::int as n from (${ids}) as counted`.execute(db);
  return rows[0]!.n;
}

function kindOf(kind: AudienceMember): Kind {
  const field = fieldOf[kind];
  const refers = kind === 'crowd' ? {} : { refers: kind };
  const { unranged: _unranged, ...base } = tableKind({
    kind: kindNames[kind],
    module: 'public-accounts',
    codes: { read: accountSettingPage.code, revert: accountSettingPage.button.audience },
    table: 'sno_audience',
    name: field,
    fields: {
      snoId: { column: 'sno_id', internal: true },
      memberKind: { column: 'member_kind', internal: true },
      [field]: { column: 'member_id', ...refers },
      mode: { column: 'mode' },
    },
    unique: { sno_audience_row: field },
    check: (tx, caller, operations) => check(tx, kind, caller, operations),
    impact: (tx, _caller, operations) => impact(tx, kind, operations),
  });
  return { ...base, outside: throughAccount('sno_audience', 'manage').outside };
}

/** Rows of audiences in the change engine, by what they name. */
export const audienceKinds = {
  employee: kindOf('employee'),
  department: kindOf('department'),
  crowd: kindOf('crowd'),
} as const satisfies Record<AudienceMember, Kind>;
