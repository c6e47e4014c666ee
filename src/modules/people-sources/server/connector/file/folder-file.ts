import { readdir, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { SourceFailure } from '../connector.ts';

/** A file of a watched folder. */
export interface FolderFile {
  readonly path: string;
  readonly name: string;
  readonly size: number;
  readonly modified: number;
}

/** Whether a folder lies in one of the allowed ones, by its name alone. */
export const isAllowedFolder = (allowed: readonly string[], folder: string): boolean =>
  path.isAbsolute(folder) && allowed.some((one) => isInside(path.resolve(one), path.resolve(folder)));

const isInside = (top: string, inner: string): boolean =>
  inner === top || inner.startsWith(top.endsWith(path.sep) ? top : `${top}${path.sep}`);

/** Whether a name fits a pattern in which `*` stands for anything; in linear time, whatever the pattern. */
export function fits(name: string, pattern: string): boolean {
  const [first = '', ...rest] = pattern.split('*');
  if (rest.length === 0) return name === first;
  const last = rest.pop() ?? '';
  if (!name.startsWith(first) || !name.endsWith(last) || name.length < first.length + last.length) return false;
  let at = first.length;
  const end = name.length - last.length;
  for (const part of rest) {
    const found = name.indexOf(part, at);
    if (found < 0 || found + part.length > end) return false;
    at = found + part.length;
  }
  return true;
}

/** The newest file of the folder that fits. A link that leads out of the allowed folders is no way to other files. */
export async function newestIn(allowed: readonly string[], folder: string, pattern: string): Promise<FolderFile> {
  if (!isAllowedFolder(allowed, folder)) throw new SourceFailure('denied', folder);
  const tops = await Promise.all(allowed.map((one) => realpath(one).catch(() => undefined)));
  const inside = (place: string): boolean => tops.some((top) => top !== undefined && isInside(top, place));
  const names = await readdir(folder).catch((error: unknown) => {
    throw (error as { code?: unknown }).code === 'EACCES'
      ? new SourceFailure('permission', folder)
      : new SourceFailure('unavailable', folder);
  });
  let newest: FolderFile | undefined;
  for (const name of names.filter((one) => fits(one, pattern))) {
    const place = await realpath(path.join(folder, name)).catch(() => undefined);
    if (place === undefined || !inside(place)) continue;
    const facts = await stat(place);
    if (facts.isFile() && (!newest || facts.mtimeMs > newest.modified))
      newest = { path: place, name, size: facts.size, modified: facts.mtimeMs };
  }
  if (!newest) throw new SourceFailure('empty', pattern);
  return newest;
}
