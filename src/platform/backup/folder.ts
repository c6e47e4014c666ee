import { existsSync } from 'node:fs';
import { mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { StartError } from '#platform/start-error.ts';

/** The ordinary files below a folder as relative paths with slashes, sorted; none when there is no folder. */
export async function listFiles(folder: string): Promise<string[]> {
  if (!existsSync(folder)) return [];
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const names = entries.filter((entry) => entry.isFile()).map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)));
  return names.map((name) => name.replaceAll(path.sep, '/')).toSorted((one, other) => (one < other ? -1 : 1));
}

/** Whether the relative path of an archive stays within the folder it is put in. */
function isSafePath(relative: string): boolean {
  const parts = relative.split('/');
  return (
    !relative.includes('\0') &&
    !relative.includes('\\') &&
    !/^[a-z]:/i.test(relative) &&
    parts.every((part) => part !== '' && part !== '.' && part !== '..')
  );
}

/** Fills a folder aside and puts it in place as a whole. */
export class FolderFiller {
  readonly #folder: string;
  readonly #draft: string;

  constructor(folder: string) {
    this.#folder = folder;
    this.#draft = `${folder}.restoring`;
  }

  /** Refuses a folder that holds files already. */
  async check(): Promise<void> {
    if ((await listFiles(this.#folder)).length > 0)
      throw new StartError(`The folder ${this.#folder} already holds files: restore into an empty one.`);
  }

  /** Clears what an earlier attempt has left. */
  async begin(): Promise<void> {
    await rm(this.#draft, { recursive: true, force: true });
    await mkdir(this.#draft, { recursive: true, mode: 0o700 });
  }

  /** Writes one file and forces it to disk. */
  async write(relative: string, chunks: AsyncIterable<Buffer>): Promise<void> {
    if (!isSafePath(relative)) throw new StartError(`The archive holds a file with the forbidden path ${relative}.`);
    const target = path.join(this.#draft, relative);
    await mkdir(path.dirname(target), { recursive: true, mode: 0o700 });
    const file = await open(target, 'wx', 0o600);
    try {
      for await (const chunk of chunks) await file.writeFile(chunk);
      await file.sync();
    } finally {
      await file.close();
    }
  }

  async finish(): Promise<void> {
    await rm(this.#folder, { recursive: true, force: true });
    await rename(this.#draft, this.#folder);
  }

  async abandon(): Promise<void> {
    await rm(this.#draft, { recursive: true, force: true });
  }
}
