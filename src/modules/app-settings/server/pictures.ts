import { sql } from 'kysely';
import type { Db, Tx } from '#kit/server/directory.ts';
import { findFile, takeFile } from '#kit/server/files/files.ts';
import { sendFile, type SentFile } from '#kit/server/files/send-file.ts';
import type { Call } from '#kit/server/handle.ts';
import { InvalidInput, notFound } from '#kit/server/refusal.ts';
import type { LoginPageContent } from '../common/document.contract.ts';

const mostBytes = 5 * 1024 * 1024;
const types = new Set(['image/png', 'image/jpeg', 'image/webp']);
const names = ['logoId', 'backgroundId', 'darkBackgroundId'] as const;

/** The pictures that a login page names. */
export const picturesOf = (content: LoginPageContent | null): string[] => names.flatMap((name) => content?.[name] ?? []);

/** Takes the pictures that a login page names and did not name before: uploaded by the caller, and pictures by their content. */
export async function takePictures(
  tx: Tx,
  { content, before, uid, now }: { content: LoginPageContent; before: ReadonlySet<string>; uid: string; now: number },
): Promise<void> {
  for (const name of names) {
    const fileId = content[name];
    if (fileId === null || before.has(fileId)) continue;
    const file = await findFile(tx, uid, fileId, now);
    if (!types.has(file.type) || Number(file.size) > mostBytes)
      throw new InvalidInput([{ path: `content.${name}`, namespace: 'app-settings', key: 'issue.picture' }]);
    await takeFile(tx, fileId);
  }
}

/** Answers a picture; which may be seen is the caller's to say. */
export async function sendPicture(call: Pick<Call, 'services' | 'request' | 'response'> & { db: Db }, fileId: string): Promise<undefined> {
  const { rows } = await sql<SentFile>`select hash, name, type, size from file where id = ${fileId}::uuid`.execute(call.db);
  if (!rows[0]) throw notFound();
  await sendFile(call.services.files, { ...rows[0], size: Number(rows[0].size) }, call.request, call.response);
  return undefined;
}
