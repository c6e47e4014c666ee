import path from 'node:path';
import type { Readable } from 'node:stream';
import '#kit/server/files/file.table.ts';
import type { Services } from '#kit/server/services.ts';

/** An uploaded file. */
export interface UploadedFile {
  readonly name: string;
  open(): Promise<Readable>;
}

/** What reading files needs beside what every connector may use. */
export interface FileMeans {
  /** Folders below which files may be read. */
  readonly folders: readonly string[];
  /** Folder for copies. */
  readonly scratch: string;
  /** A file that was uploaded, undefined when it is gone. */
  uploaded(id: string): Promise<UploadedFile | undefined>;
}

/** These means of the product. */
export const fileMeans = ({ settings, database, files }: Services): FileMeans => ({
  folders: settings.sourceFolders,
  scratch: path.join(settings.dataDir, 'tmp'),
  uploaded: async (id) => {
    const file = await database.db.selectFrom('file').select(['name', 'hash']).where('id', '=', id).executeTakeFirst();
    return file && { name: file.name, open: () => files.open(file.hash) };
  },
});
