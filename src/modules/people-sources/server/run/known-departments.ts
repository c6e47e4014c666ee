import { sql } from 'kysely';
import type { Db } from '#kit/server/directory.ts';
import type { Mapper } from '../mapping/map-record.ts';
import type { SourceRow } from './open-source.ts';

/** What of a department that was read tells whether it is what and where it was. */
export interface DepartmentKey {
  readonly externalId: string | null;
  /** Digest of what the mapping reads of it; null where it is not valid. */
  readonly hash: string | null;
  /** External id of the one above. */
  readonly parent: string | null;
}

interface Tie {
  objectId: string;
  hash: string | null;
  /** Where it stands now; null for the top, and for what is gone here. */
  parentId: string | null;
}

/** The departments that a source is tied to: where all of them come as they were, none is staged and planned. */
export class KnownDepartments {
  readonly #ties: ReadonlyMap<string, Tie>;
  readonly #rootId: string;

  private constructor(ties: ReadonlyMap<string, Tie>, rootId: string) {
    this.#ties = ties;
    this.#rootId = rootId;
  }

  /** Undefined where there are none, or where more decides on them than what was read: paths, and who leads them. */
  static async of(db: Db, source: SourceRow, mapper: Mapper): Promise<KnownDepartments | undefined> {
    const { delivers, id, root_department_id: rootId } = source;
    const rows = mapper.rows('department');
    const byPath = rows.has('path') || mapper.rows('employee').has('departmentPath');
    if (byPath || !delivers.includes('departments') || (delivers.includes('managers') && rows.has('managers'))) return undefined;
    const found = await sql<{
      ties: [externalId: string, objectId: string, hash: string | null, parentId: string | null][] | null;
    }>`select json_agg(json_build_array(l.external_id, l.object_id, l.hash, d.parent_id)) as ties
      from source_link l left join department d on d.id = l.object_id
      where l.source_id = ${id}::uuid and l.object_kind = 'department' and l.state = 'linked'`.execute(db);
    const ties = new Map(found.rows[0]?.ties?.map(([externalId, objectId, hash, parentId]) => [externalId, { objectId, hash, parentId }]));
    return ties.size > 0 ? new KnownDepartments(ties, rootId) : undefined;
  }

  /** Whether those that were read are just those that are tied, each delivered as it last was and standing where it belongs. */
  areAll(read: readonly DepartmentKey[]): boolean {
    if (read.length !== this.#ties.size) return false;
    const [ids, objects] = [new Set<string>(), new Set<string>()];
    for (const { externalId, hash, parent } of read) {
      const tie = this.#ties.get(externalId ?? '');
      if (!tie || externalId === null || hash === null || tie.hash !== hash) return false;
      const above = parent === null ? this.#rootId : this.#ties.get(parent)?.objectId;
      if (tie.parentId !== above) return false;
      ids.add(externalId);
      objects.add(tie.objectId);
    }
    return ids.size === read.length && objects.size === read.length;
  }
}
