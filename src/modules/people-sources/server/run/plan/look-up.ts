import { sql } from 'kysely';
import type { Fields, State } from '#kit/server/change/kind.ts';
import type { Db } from '#kit/server/directory.ts';
import { readEmployees, resolveNamed } from '#modules/people/server/for-sources/public.ts';
import { namedRows } from '../../mapping/extra-targets.ts';
import type { Mapped } from '../../mapping/mapped.ts';
import { matchPeople, type Match } from './match-people.ts';
import type { PlanContext } from './plan-context.ts';
import type { PlanItem } from './plan-item.ts';
import { stagedPeople, type StagedRowData } from './staged.ts';

/** Rows with what was found of them here, whatever the pages before come to. */
export interface Page {
  rows: readonly StagedRowData[];
  mapped: readonly Mapped[];
  bad: readonly PlanItem['reason'][];
  /** Rows that name somebody who is nobody yet. */
  open: ReadonlySet<number>;
  links: ReadonlyMap<string, LinkRow>;
  matches: ReadonlyMap<number, Match>;
  states: ReadonlyMap<string, State>;
  foreign: ReadonlyMap<string, Set<string>>;
}

/** Reads and maps rows, and looks up whom they may stand for: nothing of it asks what the rows before them come to. */
export async function lookUp(plan: PlanContext, seqs: readonly number[], repeated: ReadonlySet<string>): Promise<Page> {
  const { db, run, mapper } = plan;
  const rows = await stagedPeople(db, run.id, seqs);
  const mapped = rows.map(({ raw }) => mapper.map('employee', raw));
  const open = await nameExtras(plan, db, mapped);
  const bad = rows.map((row, at) => badRow(row, mapped[at]!, repeated));
  return { rows, mapped, bad, open, ...(await knownOf(plan, db, rows, { mapped, bad })) };
}

interface LinkRow {
  externalId: string;
  objectId: string;
  state: 'linked' | 'missing' | 'merged';
  owned: Record<string, string>;
  hash: string | null;
  there: 'living' | 'deleted' | null;
}

/**
 * People and departments in extra fields are found by what the source calls them. Answers the rows that name somebody who is nobody yet:
 * they are compared again in the next run.
 */
async function nameExtras(plan: PlanContext, tx: Db, mapped: readonly Mapped[]): Promise<Set<number>> {
  const { columns, rows } = namedRows(mapped);
  if (columns.size > 0) await resolveNamed(tx, plan.caller, rows, columns);
  return new Set([...rows.entries()].flatMap(([at, { issues }]) => (issues.length > 0 ? [at] : [])));
}

function badRow(row: StagedRowData, { issues, values }: Mapped, repeated: ReadonlySet<string>): PlanItem['reason'] {
  if (row.fault !== null) return { code: 'fault', path: '', params: { fault: row.fault } };
  const [issue] = issues;
  if (issue) return { code: issue.key, path: issue.path, params: issue.params };
  const id = values['externalId'];
  return typeof id === 'string' && repeated.has(id) ? { code: 'repeatedId', path: 'externalId', params: { id } } : null;
}

async function knownOf(
  plan: PlanContext,
  db: Db,
  rows: readonly StagedRowData[],
  { mapped, bad }: Pick<Page, 'mapped' | 'bad'>,
): Promise<Pick<Page, 'links' | 'matches' | 'states' | 'foreign'>> {
  const links = await linksOf(plan, db, rows);
  const open = new Map<number, Fields>();
  for (const [at, row] of rows.entries()) if (!bad[at] && !links.has(row.externalId ?? '')) open.set(at, mapped[at]!.values);
  const matches = await matchPeople(db, plan, open);
  const ids = [...new Set(rows.flatMap((row, at) => (bad[at] ? [] : (objectOf({ links, matches }, row, at) ?? []))))];
  const states = ids.length > 0 ? await readEmployees(db, ids, { lock: false }) : new Map<string, State>();
  const foreign = plan.rivals ? await foreignFields(plan, db, ids) : new Map<string, Set<string>>();
  return { links, matches, states, foreign };
}

/** Who a row stands for, as far as the database knows. */
export const objectOf = (
  { links, matches }: Pick<Page, 'links' | 'matches'>,
  { externalId }: StagedRowData,
  at: number,
): string | undefined => links.get(externalId ?? '')?.objectId ?? idOf(matches.get(at));

const idOf = (match: Match | undefined): string | undefined => (match && 'id' in match ? match.id : undefined);

async function linksOf(plan: PlanContext, tx: Db, rows: readonly StagedRowData[]): Promise<Map<string, LinkRow>> {
  const ids = rows.flatMap(({ externalId }) => externalId ?? []);
  const { rows: found } = await sql<LinkRow>`select l.external_id as "externalId", l.object_id as "objectId", l.state, l.owned, l.hash,
      case when e.id is null then null when e.status = 'deleted' then 'deleted' else 'living' end as there
    from source_link l left join employee e on e.id = l.object_id
    where l.source_id = ${plan.source.id}::uuid and l.object_kind = 'employee' and l.external_id = any(${ids}::text[])`.execute(tx);
  // Who was erased for good is somebody new.
  return new Map(found.filter(({ there }) => there !== null).map((link) => [link.externalId, link]));
}

/** Fields that sources with a lower number own. */
async function foreignFields(plan: PlanContext, tx: Db, ids: readonly string[]): Promise<Map<string, Set<string>>> {
  const { rows } = await sql<{ id: string; fields: string[] }>`select l.object_id as id, array_agg(distinct f) as fields
    from source_link l join source s on s.id = l.source_id, jsonb_object_keys(l.owned) as f
    where l.object_id = any(${ids}::uuid[]) and l.object_kind = 'employee' and l.state = 'linked' and s.enabled
      and s.id <> ${plan.source.id}::uuid and s.priority < ${plan.source.priority} group by l.object_id`.execute(tx);
  return new Map(rows.map(({ id, fields }) => [id, new Set(fields)]));
}
