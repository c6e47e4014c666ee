import { sql } from 'kysely';
import type { Language } from '#kit/common/language.ts';
import type { Db } from '#kit/server/directory.ts';
import type { Services } from '#kit/server/services.ts';
import type { TagKind } from '../../common/words.ts';
import { platformTagIn } from './tag-sql.ts';

/** The name of a tag as people read it: the product's own tags are called by the catalogue. */
export function tagTitle({ texts }: Pick<Services, 'texts'>, { name, kind }: { name: string; kind: TagKind }, language: Language): string {
  const platform = kind === 'platform' ? platformTagIn(name) : undefined;
  return platform === undefined ? name : texts.text(language, 'public-fans', `fanTag.platform.${platform}`);
}

/** Names of tags by id, in the language of the reader; unknown ones are absent. */
export async function tagTitles(
  db: Db,
  services: Pick<Services, 'texts'>,
  { ids, language }: { ids: readonly string[]; language: Language },
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{
    id: string;
    name: string;
    kind: TagKind;
  }>`select id, name, kind from fan_tag where id = any(${[...new Set(ids)]}::uuid[])`.execute(db);
  return new Map(rows.map((row) => [row.id, tagTitle(services, row, language)]));
}
