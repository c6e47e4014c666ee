import { sql } from 'kysely';
import type { LocalText } from '#kit/common/language.ts';
import type { Db } from '#kit/server/directory.ts';
import type { FormVersion } from '../../common/form/version.ts';

/** A published version: nothing of it ever changes. */
export interface StoredVersion {
  readonly id: string;
  readonly templateId: string;
  readonly number: number;
  readonly content: FormVersion;
  /** SHA-256 of the content. */
  readonly digest: string;
}

/** A template as pushes use it, with the version that new items get; null before the first publication. */
export interface UsedTemplate {
  readonly id: string;
  readonly systemId: string;
  readonly code: string;
  readonly name: LocalText;
  readonly enabled: boolean;
  readonly version: StoredVersion | null;
}

type Row = Omit<UsedTemplate, 'version'> & {
  versionId: string | null;
  number: number;
  content: FormVersion;
  digest: string;
};

/** The template of a system by its code, with what is published of it; undefined where the system has no such template. */
export async function publishedVersion(db: Db, systemId: string, code: string): Promise<UsedTemplate | undefined> {
  const { rows } = await sql<Row>`select t.id, t.system_id as "systemId", t.code, t.name, t.enabled,
      v.id as "versionId", v.number, v.content, v.digest
    from todo_template t left join todo_version v on v.template_id = t.id and v.number = t.published
    where t.system_id = ${systemId}::uuid and lower(t.code) = lower(${code})`.execute(db);
  const [row] = rows;
  if (!row) return undefined;
  const { versionId, number, content, digest, ...template } = row;
  return { ...template, version: versionId === null ? null : { id: versionId, templateId: template.id, number, content, digest } };
}

/** Versions that were read before: they never change, so that they can be kept. */
const kept = new Map<string, StoredVersion>();
const most = 500;

/** A version by its id; undefined where there is none. */
export async function versionById(db: Db, id: string): Promise<StoredVersion | undefined> {
  const known = kept.get(id);
  if (known) return known;
  const { rows } = await sql<StoredVersion>`select id, template_id as "templateId", number, content, digest
    from todo_version where id = ${id}::uuid`.execute(db);
  const [row] = rows;
  if (!row) return undefined;
  if (kept.size >= most) kept.delete(kept.keys().next().value!);
  kept.set(id, row);
  return row;
}
