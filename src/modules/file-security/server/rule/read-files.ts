import { sql } from 'kysely';
import type { Db } from '#kit/server/directory.ts';
import { preparedMark } from '#platform/database/prepared.ts';
import { typeOf } from '../../common/mime-types.ts';
import type { FactFile } from './facts.ts';

/** A file with what is known beside its content. */
export interface KnownFile extends FactFile {
  readonly id: string;
  readonly hash: string;
  readonly contentType: string;
  readonly owner: string;
  readonly createdAt: number;
}

const levelOf = (level: number): 0 | 1 | 2 | 3 => (level === 0 || level === 2 || level === 3 ? level : 1);

/** Files that have not expired, with their levels; whether somebody reaches them is not asked here. */
export async function readFiles(
  db: Db,
  ids: readonly string[],
  { defaultLevel, now }: { defaultLevel: number; now: number },
): Promise<Map<string, KnownFile>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{
    id: string;
    name: string;
    type: string;
    size: number;
    hash: string;
    owner: string;
    createdAt: number;
    level: number | null;
    held: boolean | null;
  }>`${sql.raw(preparedMark)} select f.id, f.name, f.type, f.size, f.hash, f.owner, f.created_at as "createdAt", m.level, m.held
    from unnest((select ${[...new Set(ids)]}::uuid[])) as asked(id) join file f on f.id = asked.id left join file_mark m on m.file_id = f.id
    where (f.expires_at is null or f.expires_at > ${now})`.execute(db);
  return new Map(
    rows.map(({ level, held, type, ...file }) => [
      file.id,
      { ...file, contentType: type, type: typeOf(type), level: levelOf(level ?? defaultLevel), held: held ?? false, reached: null },
    ]),
  );
}
