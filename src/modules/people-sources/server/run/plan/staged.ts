import { sql } from 'kysely';
import type { Db } from '#kit/server/directory.ts';
import type { Fields } from '#kit/server/change/kind.ts';
import type { ReadDepartment } from './department-tree.ts';
import type { PlanContext } from './plan-context.ts';

/** A department that the source is tied to; `path` is null when it is there no more. */
export interface DepartmentLink {
  objectId: string;
  hash: string | null;
  state: 'linked' | 'missing' | 'merged';
  path: string | null;
}

/** Every department that the source is tied to, by external id. */
export async function departmentLinks(db: Db, sourceId: string): Promise<Map<string, DepartmentLink>> {
  const { rows } = await sql<
    DepartmentLink & { externalId: string }
  >`select l.external_id as "externalId", l.object_id as "objectId", l.hash, l.state, d.path::text as path
    from source_link l left join department d on d.id = l.object_id where l.source_id = ${sourceId}::uuid and l.object_kind = 'department'`.execute(
    db,
  );
  return new Map(rows.map(({ externalId, ...link }) => [externalId, link]));
}

/** A row as it was staged. */
export interface StagedRowData {
  seq: number;
  externalId: string | null;
  line: number | null;
  raw: Fields;
  fault: string | null;
  hash: string | null;
}

const columns = sql.raw('seq, external_id as "externalId", line, raw, fault, hash');

/** The departments that were read, mapped. There are tens of thousands at most. */
export async function stagedDepartments({ db, run, mapper }: Pick<PlanContext, 'db' | 'run' | 'mapper'>): Promise<ReadDepartment[]> {
  const all: ReadDepartment[] = [];
  for (let after = -1; ;) {
    const { rows } = await sql<StagedRowData>`select ${columns} from source_staged
      where run_id = ${run.id}::uuid and object_kind = 'department' and not gone and seq > ${after} order by seq limit 2000`.execute(db);
    for (const { externalId, raw, fault, hash } of rows) {
      const { values, issues } = mapper.map('department', raw);
      const [issue] = issues;
      const reason =
        fault !== null
          ? { code: 'fault', path: '', params: { fault } }
          : issue
            ? { code: issue.key, path: issue.path, params: issue.params }
            : null;
      all.push({ externalId, values, hash, reason });
    }
    const last = rows.at(-1)?.seq;
    if (rows.length < 2000 || last === undefined) return all;
    after = last;
  }
}

/** Rows of staged people by their numbers. */
export async function stagedPeople(db: Db, runId: string, seqs: readonly number[]): Promise<StagedRowData[]> {
  const { rows } = await sql<StagedRowData>`select ${columns} from source_staged
    where run_id = ${runId}::uuid and seq = any(${[...seqs]}::int[]) order by seq`.execute(db);
  return rows;
}

/**
 * Numbers of the people that differ from what was last compared: one statement, in which everybody else stays where they are. Somebody whose
 * digest is the same but who is gone here is among them.
 */
export async function changedPeople(db: Db, runId: string, sourceId: string): Promise<number[]> {
  const { rows } = await sql<{ seqs: number[] | null }>`select array_agg(st.seq order by st.seq) as seqs from source_staged st
    left join source_link l on l.source_id = ${sourceId}::uuid and l.object_kind = 'employee' and l.external_id = st.external_id
      and l.state = 'linked' and l.hash = st.hash
    left join employee e on e.id = l.object_id and e.status <> 'deleted'
    where st.run_id = ${runId}::uuid and st.object_kind = 'employee' and not st.gone and e.id is null`.execute(db);
  return rows[0]?.seqs ?? [];
}

/** External ids that several rows of people have. */
export async function repeatedIds(db: Db, runId: string): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`select external_id as id from source_staged
    where run_id = ${runId}::uuid and object_kind = 'employee' and not gone and external_id is not null group by external_id having count(*) > 1`.execute(
    db,
  );
  return new Set(rows.map(({ id }) => id));
}
