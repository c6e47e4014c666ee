import { sql } from 'kysely';
import { namesOthers, namesUnfound } from './copy-words.ts';
import type { Eye } from './eye.ts';

/** A row of the feed of changes. */
export interface FeedRow {
  tx: string;
  seq: number;
  kind: string;
  id: string;
  op: string;
  fields: string[];
}

interface Stretch {
  readonly feed: readonly FeedRow[];
  /** Since when crowds are looked through, and which. */
  readonly since: number;
  readonly crowds: readonly string[];
  /** So many at most. */
  readonly most: number;
}

/** Everybody about whom a stretch of the feed may say something else; undefined where nobody can tell. */
export async function touched(eye: Eye, { feed, since, crowds, most }: Stretch): Promise<string[] | undefined> {
  const { db, viewer } = eye;
  // Who was a report until now, or what a field of the company's own names, stands in no index.
  if (feed.length > 0 && namesUnfound(viewer.book)) return undefined;
  const people = feed.filter(({ kind }) => kind === 'employee');
  const led = people.filter(({ op, fields }) => op !== 'change' || fields.includes('managerId')).map(({ id }) => id);
  const departments = feed
    .filter(
      ({ kind, fields, op }) =>
        kind === 'department' && (op === 'move' || fields.some((name) => name === 'parentId' || name === 'name' || name === 'kind')),
    )
    .map(({ id }) => id);
  const { rows } = await sql<{ id: string }>`select unnest(${people.map(({ id }) => id)}::uuid[]) as id
    union (with recursive below as (select e.id from employee e where e.manager_id = any(${led}::uuid[])
      union select e.id from below join employee e on e.manager_id = below.id) select id from below)
    union (select ed.employee_id from department top join department d on d.path <@ top.path join employee_department ed on ed.department_id = d.id
      where top.id = any(${departments}::uuid[]))
    union (select ev.employee_id from crowd_event ev where ev.crowd_id = any(${crowds}::uuid[]) and ev.at > ${since})
    limit ${most}`.execute(db);
  const ids = rows.map(({ id }) => id);
  if (ids.length === 0 || !namesOthers(viewer.book)) return ids;
  if (namesUnfound(viewer.book)) return undefined;
  const { rows: naming } = await sql<{ id: string }>`select unnest(${ids}::uuid[]) as id
    union select e.id from employee e where e.manager_id = any(${ids}::uuid[]) or e.dotted_manager_ids && ${ids}::uuid[]
    limit ${most}`.execute(db);
  return naming.map(({ id }) => id);
}
