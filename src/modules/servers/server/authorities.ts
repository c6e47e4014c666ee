import { text } from 'node:stream/consumers';
import { findFile } from '#kit/server/files/files.ts';
import type { Call } from '#kit/server/handle.ts';
import { InvalidInput } from '#kit/server/refusal.ts';
import { certificatesIn } from '#platform/secrets/certificates.ts';

/** Bytes that are kept of the authorities of one server. */
const most = 20_000;

/** The certificates of an uploaded file of the caller (PEM) as an input that takes them; nothing where no file is named. */
export async function authoritiesIn(
  { db, caller, services }: Pick<Call, 'db' | 'caller' | 'services'>,
  fileId: string | undefined,
): Promise<{ ca?: string }> {
  if (fileId === undefined) return {};
  const { hash, size } = await findFile(db, caller.uid, fileId, services.now());
  const ca = size > most ? '' : await text(await services.files.open(hash));
  if (!certificatesIn(ca)?.length) throw new InvalidInput([{ path: 'caFileId', namespace: 'servers', key: 'issue.pem' }]);
  return { ca };
}
