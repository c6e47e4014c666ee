import { sql } from 'kysely';
import type { Db } from '#kit/server/directory.ts';
import type { Party } from '../../common/member-limit.contract.ts';
import type { MemberLimitTable, SegmentLimitTable } from '../limits.table.ts';
import type { FileRule, LimitBook, MemberRule, SegmentRule, Side } from './limit-book.ts';
import { parseSegment } from '#platform/network/network.ts';
import { spanSet, type SpanSet } from '#platform/network/span-set.ts';
import '#kit/server/access/access.table.ts';

/** Segments that were parsed before, by id and version of their limit: after a change only the changed one is parsed again. */
export type KnownSpans = Map<string, SpanSet>;

/** Everything that decides now. `known` is brought up to date. */
export async function readBook(db: Db, known: KnownSpans): Promise<LimitBook> {
  // One after another: a book is read seldom and must not take connections from those who wait for it.
  const segments = await readSegments(db, known);
  const files = await readFiles(db);
  const { rows } = await sql<MemberLimitTable>`select * from member_limit where enabled order by priority, id`.execute(db);
  return { segments, files, members: rows.map(memberRule) };
}

type Light = Omit<SegmentLimitTable, 'segments'>;

async function readSegments(db: Db, known: KnownSpans): Promise<SegmentRule[]> {
  const { rows } = await sql<Light>`select id, version, name, actions, effect, terminal_types, time_window, priority
    from segment_limit where enabled order by priority, id`.execute(db);
  const keyOf = ({ id, version }: Light): string => `${id} ${version}`;
  // Another reading may end meanwhile.
  const before = new Map(known);
  const missing = rows.filter((row) => !before.has(keyOf(row))).map(({ id }) => id);
  const fresh = await sql<{ id: string; values: string[] }>`select id,
    array(select s ->> 'value' from jsonb_array_elements(segments) as s) as values from segment_limit where id = any(${missing}::uuid[])`.execute(
    db,
  );
  const texts = new Map(fresh.rows.map(({ id, values }) => [id, values]));
  const spans = new Map(rows.map((row) => [keyOf(row), before.get(keyOf(row)) ?? spansOf(texts.get(row.id) ?? [])]));
  known.clear();
  for (const [key, set] of spans) known.set(key, set);
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    priority: row.priority,
    actions: new Set(row.actions),
    effect: row.effect,
    terminals: new Set(row.terminal_types),
    window: row.time_window,
    spans: spans.get(keyOf(row)) ?? spansOf([]),
  }));
}

/** The addresses of segments as they are stored. */
export const spansOf = (values: readonly string[]): SpanSet => spanSet(values.flatMap((value) => parseSegment(value) ?? []));

async function readFiles(db: Db): Promise<FileRule[]> {
  const roles = await db
    .selectFrom('role')
    .select(['id', 'name', 'terminal_type', 'rule_type', 'expires_at'])
    .where('module', '=', 'fmm')
    .where('enabled', '=', true)
    .orderBy('id')
    .execute();
  const ids = roles.map(({ id }) => id);
  const members = await sql<{ roleId: string; kind: string; id: string; until: number | null }>`
    select role_id as "roleId", kind, object_id as id, until from role_member where role_id = any(${ids}::uuid[])
    union all select role_id, 'white', employee_id, until from file_white where role_id = any(${ids}::uuid[])`.execute(db);
  const byRole = Map.groupBy(members.rows, ({ roleId }) => roleId);
  return roles.map((role) => {
    const of = (kind: string): Map<string, number | null> =>
      new Map((byRole.get(role.id) ?? []).filter((one) => one.kind === kind).map(({ id, until }) => [id, until]));
    return {
      id: role.id,
      name: role.name,
      terminalType: role.terminal_type ?? 1,
      ruleType: role.rule_type ?? 1,
      expiresAt: role.expires_at,
      employees: of('employee'),
      departments: of('department'),
      crowds: of('crowd'),
      whiteList: of('white'),
    };
  });
}

function memberRule(row: MemberLimitTable): MemberRule {
  const { id, name, priority, direction, effect, existing } = row;
  return {
    id,
    name,
    priority,
    direction,
    effect,
    existing,
    from: sideOf(row.from_side),
    to: sideOf(row.to_side),
    exceptions: new Set(row.exceptions),
    actions: new Set(row.actions),
  };
}

/** One side of a member limit, ready to be asked. */
function sideOf(parties: readonly Party[]): Side {
  const of = (kind: Party['kind']): Set<string> =>
    new Set(parties.flatMap((party) => (party.kind === kind && 'id' in party ? [party.id] : [])));
  return {
    everyone: parties.some(({ kind }) => kind === 'everyone'),
    employees: of('employee'),
    departments: of('department'),
    crowds: of('crowd'),
  };
}
