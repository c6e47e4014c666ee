import { findFile } from '#kit/server/files/files.ts';
import { handle, type BoundRoute, type Call } from '#kit/server/handle.ts';
import { InvalidInput, notFound, Refusal } from '#kit/server/refusal.ts';
import { FileError } from '#platform/files/file-error.ts';
import type { LocalDraft } from '#kit/common/language.ts';
import { emoticonExport, emoticonImport, emoticonUpload, mostOfPackage } from '../common/emoticon.contract.ts';
import { emoticonManifest, manifestName, type EmoticonManifest } from '../common/manifest.ts';
import { emoticons } from './emoticons.ts';
import { dataAddress, drawEmoticon, keepEmoticon, type EmoticonPicture } from './pictures.ts';
import { packageExportJob } from './export.job.ts';
import { filesOfZip, type ZippedFile } from './read-zip.ts';

const mostZip = 60 * 1024 * 1024;

/** The bytes of a file that the caller uploaded; 10404 where there is none. */
async function bytesOf({ db, services, caller }: Call, fileId: string, most: number): Promise<Buffer> {
  const file = await findFile(db, caller.uid, fileId, services.now());
  if (file.size > most) throw new Refusal(16051);
  const pieces: Buffer[] = [];
  for await (const piece of await services.files.open(file.hash)) pieces.push(Buffer.from(piece));
  return Buffer.concat(pieces);
}

/** Codes hold letters, digits, `_` and `-`: what else stands in a file's name goes. */
const codeOf = (name: string): string =>
  name
    .replace(/\.[^.]*$/, '')
    .replaceAll(/[^A-Za-z0-9_-]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 32);

interface Drawn {
  code: string;
  name: LocalDraft;
  keywords: string[];
  picture: EmoticonPicture;
}

/** What the manifest of a zip says of its pictures; undefined where it can't be read. */
function manifestOf(file: ZippedFile | undefined): EmoticonManifest | undefined {
  if (!file) return { emoticons: {} };
  try {
    const found = emoticonManifest.safeParse(JSON.parse(file.bytes.toString()));
    return found.success ? found.data : undefined;
  } catch {
    return undefined;
  }
}

async function importZip(call: Call, packageId: string, archive: Buffer) {
  const files = await filesOfZip(archive, mostOfPackage).catch((error: unknown) => {
    throw error instanceof FileError ? new InvalidInput([{ path: 'fileId', namespace: 'emoticons', key: 'issue.zip' }]) : error;
  });
  const refused: { file: string; reason: string }[] = [];
  const drawn: Drawn[] = [];
  const there = await call.db.selectFrom('emoticon').select('code').where('package_id', '=', packageId).execute();
  const codes = new Set(there.map(({ code }) => code.toLowerCase()));
  const refuse = (file: string, key: string): void =>
    void refused.push({ file, reason: call.services.texts.text(call.caller.language, 'emoticons', key, { n: mostOfPackage }) });
  const told = files.find(({ name }) => name === manifestName);
  const manifest = manifestOf(told);
  if (!manifest) refuse(manifestName, 'import.manifest');
  for (const { name, bytes } of files) {
    if (name === manifestName) continue;
    const code = codeOf(name);
    const picture = await drawEmoticon(bytes).catch(() => undefined);
    if (!picture) refuse(name, 'import.picture');
    else if (code === '') refuse(name, 'import.name');
    else if (codes.has(code.toLowerCase())) refuse(name, 'issue.code');
    else if (codes.size >= mostOfPackage) refuse(name, 'issue.full');
    else {
      codes.add(code.toLowerCase());
      const own = manifest?.emoticons[name];
      const plain = name.replace(/\.[^.]*$/, '').slice(0, 60);
      drawn.push({ code, name: own?.name ?? { zh_CN: plain }, keywords: own?.keywords ?? [], picture });
    }
  }
  return { drawn, refused };
}

/** The operations beside those of the declared entities. */
export const emoticonRoutes: readonly BoundRoute[] = [
  handle(emoticonUpload, async (call, { fileId }) => {
    const picture = await drawEmoticon(await bytesOf(call, fileId, 2 * 1024 * 1024));
    return call.write(async (tx) => {
      await keepEmoticon(tx, picture);
      return { picture: picture.digest, still: dataAddress(picture.still), animated: picture.animated };
    });
  }),
  handle(emoticonImport, async (call, { packageId, fileId }) => {
    call.caller.scope();
    const found = await call.db.selectFrom('emoticon_package').select('id').where('id', '=', packageId).executeTakeFirst();
    if (!found) throw notFound();
    const { drawn, refused } = await importZip(call, packageId, await bytesOf(call, fileId, mostZip));
    return call.write(async (tx) => {
      for (const { picture } of drawn) await keepEmoticon(tx, picture);
      for (const { code, name, keywords, picture } of drawn)
        await emoticons.add(tx, call, { packageId, code, name, keywords, picture: picture.digest });
      return { added: drawn.length, refused };
    });
  }),
  handle(emoticonExport, async (call, input) => {
    call.caller.scope();
    return call.write(async (tx) => ({ jobId: await call.services.jobs.start(tx, call.caller, packageExportJob, input) }));
  }),
];
