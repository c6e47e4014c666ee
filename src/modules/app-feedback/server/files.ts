import { Readable } from 'node:stream';
import { sql, type Selectable } from 'kysely';
import type { ClientInput } from '#kit/common/client/client-endpoint.ts';
import { code } from '#kit/common/codes.ts';
import { sessionOf, type ClientCall } from '#kit/server/client/handle-client.ts';
import type { Db, Tx } from '#kit/server/directory.ts';
import type { FileTable } from '#kit/server/files/file.table.ts';
import { findFile, keepUpload, takeFile, temporary } from '#kit/server/files/files.ts';
import { sendFile, type SentFile } from '#kit/server/files/send-file.ts';
import { zipOf } from '#platform/files/zip-write.ts';
import type { Call } from '#kit/server/handle.ts';
import { InvalidInput, notFound, Refusal } from '#kit/server/refusal.ts';
import { FileError } from '#platform/files/file-error.ts';
import { reencodeImage } from '#platform/files/image.ts';
import { mostBytes, type clientFileUpload } from '../common/client.contract.ts';
import type { FeedbackFile } from '../common/feedback.contract.ts';
import './feedback.table.ts';

/** Purposes of files that conversations may hold. */
const purposes = ['feedback', 'log'] as const;
/** Pixels of the longest side of a picture that is kept. */
const longestSide = 4096;
/** Files that one person sends in a day. */
const mostInADay = 60;
const dayMillis = 86_400_000;
const logTypes = new Set(['application/zip', 'text/plain']);

const view = ({ id, name, type, size }: Selectable<FileTable>): FeedbackFile => ({ fileId: id, name, type, size: Number(size) });

/** Keeps what a terminal sends: a picture drawn again, or a log as it is, which nothing ever opens here. */
export async function keepFile(call: ClientCall, { purpose, name, content }: ClientInput<typeof clientFileUpload>): Promise<FeedbackFile> {
  const { uid } = sessionOf(call);
  const { services, db } = call;
  const now = services.now();
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from file
    where owner = ${uid} and purpose = any(${[...purposes]}) and created_at > ${now - dayMillis}`.execute(db);
  if ((rows[0]?.n ?? 0) >= mostInADay) throw tooMany(dayMillis / 1000);
  const bytes = Buffer.from(content, 'base64');
  if (bytes.length > mostBytes[purpose]) throw new Refusal(code.tooLarge);
  const data = purpose === 'feedback' ? await pictureOf(bytes) : bytes;
  const draft = { name, declared: '', purpose, owner: uid, keepMillis: temporary };
  const file = await keepUpload(services, Readable.from([data]), draft, mostBytes.log);
  if (purpose === 'log' && !logTypes.has(file.type)) throw badFile();
  return view(file);
}

/** Returns how long an author of too much feedback has to wait. */
export const tooMany = (seconds: number): Refusal => new Refusal(13070, { seconds }, { seconds });

const badFile = (): InvalidInput => new InvalidInput([{ path: 'content', namespace: 'app-feedback', key: 'issue.file' }]);

async function pictureOf(bytes: Buffer): Promise<Buffer> {
  try {
    return (await reencodeImage(bytes, { maxSide: longestSide })).data;
  } catch (error) {
    throw error instanceof FileError ? badFile() : error;
  }
}

/** Takes uploaded files of the caller into a conversation, in its transaction. */
export async function takeFiles(
  tx: Tx,
  { uid, ids, now }: { uid: string; ids: readonly string[]; now: number },
  feedbackId: string,
): Promise<FeedbackFile[]> {
  const files: FeedbackFile[] = [];
  for (const id of new Set(ids)) {
    const file = await findFile(tx, uid, id, now);
    await takeFile(tx, id);
    const { rows } = await sql`insert into feedback_file (file_id, feedback_id) values (${id}::uuid, ${feedbackId}::uuid)
      on conflict do nothing returning file_id`.execute(tx);
    // A file belongs to one message.
    if (rows.length === 0) throw notFound();
    files.push(view(file));
  }
  return files;
}

/** The files of a conversation, or the one of them that is asked for; those of withdrawn answers are not among them. */
async function filesOf(db: Db, feedbackId: string, fileId?: string): Promise<SentFile[]> {
  const { rows } = await sql<SentFile>`select f.hash, f.name, f.type, f.size from feedback_file x join file f on f.id = x.file_id
    where x.feedback_id = ${feedbackId}::uuid and (${fileId ?? null}::uuid is null or f.id = ${fileId ?? null}::uuid)
      and not exists (select from feedback_reply r where r.feedback_id = x.feedback_id and r.withdrawn_at is not null
        and r.files @> jsonb_build_array(jsonb_build_object('fileId', f.id)))
    order by f.created_at, f.id`.execute(db);
  return rows.map((row) => ({ ...row, size: Number(row.size) }));
}

/** Answers one file of a conversation as an attachment. */
export async function sendOne(
  call: Pick<Call, 'db' | 'services' | 'request' | 'response'>,
  id: string,
  fileId: string,
): Promise<undefined> {
  const [file] = await filesOf(call.db, id, fileId);
  if (!file) throw notFound();
  await sendFile(call.services.files, file, call.request, call.response);
  return undefined;
}

/** Answers all files of a conversation in one archive. */
export async function sendAll({ db, services, request, response }: Call, id: string): Promise<undefined> {
  const files = await filesOf(db, id);
  if (files.length === 0) throw notFound();
  request.headers['x-no-compression'] = 'file';
  const archive = zipOf(files.map(({ name, hash }) => ({ name, content: () => services.files.open(hash), stored: true })));
  await response
    .header('content-type', 'application/zip')
    .header('content-disposition', `attachment; filename="feedback-${id}.zip"`)
    .header('x-content-type-options', 'nosniff')
    .header('content-security-policy', "sandbox; default-src 'none'")
    .header('cache-control', 'private, no-store')
    .send(Readable.from(archive));
  return undefined;
}
