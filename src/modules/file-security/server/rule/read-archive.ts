import { buffer } from 'node:stream/consumers';
import { sql } from 'kysely';
import type { Db } from '#kit/server/directory.ts';
import type { Services } from '#kit/server/services.ts';
import { FileError } from '#platform/files/file-error.ts';
import { inspectZip } from '#platform/files/inspect-zip.ts';
import { extensionOf, typeOfName } from '../../common/mime-types.ts';
import type { FileType } from '../../common/words.ts';
import type { FactInside } from './facts.ts';
import type { KnownFile } from './read-files.ts';

/** Larger archives are not looked into. */
const mostBytes = 64 * 1024 * 1024;
const limits = { maxEntries: 2_000, maxUnpacked: 256 * 1024 * 1024, maxRatio: 100 } as const;

/** What an archive holds, one level deep; undefined for what is none. It is read once and kept by its content. */
export async function insideOf(
  { files, now }: Pick<Services, 'files' | 'now'>,
  db: Db,
  { type, hash, size, contentType }: KnownFile,
): Promise<FactInside | undefined> {
  if (type !== 'archive') return undefined;
  const { rows } = await sql<FactInside>`select types, extensions from file_archive where hash = ${hash}`.execute(db);
  if (rows[0]) return rows[0];
  const isZip = contentType === 'application/zip' && size <= mostBytes;
  const inside = isZip ? await looked(await buffer(await files.open(hash))) : locked;
  await sql`insert into file_archive (hash, types, extensions, at) values (${hash}, ${[...inside.types]}, ${[...inside.extensions]}, ${now()})
    on conflict (hash) do nothing`.execute(db);
  return inside;
}

const locked: FactInside = { types: ['locked'], extensions: [] };

/** Entries by their names; what is encrypted, damaged, hides something or swells is not believed. */
async function looked(content: Buffer): Promise<FactInside> {
  try {
    const { entries } = await inspectZip(content, limits);
    const names = entries.filter(({ isFolder }) => !isFolder).map(({ name }) => name);
    const each = <T>(all: readonly T[]): T[] => [...new Set(all)];
    return {
      types: each(names.map((name): FileType => typeOfName(name))),
      extensions: each(names.map(extensionOf).filter((one) => one !== '')).slice(0, 200),
    };
  } catch (error) {
    if (error instanceof FileError) return locked;
    throw error;
  }
}
