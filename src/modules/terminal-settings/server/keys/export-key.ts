import { Readable } from 'node:stream';
import type { Parsed, Reply } from '#kit/common/contract.ts';
import { keepMade, temporary } from '#kit/server/files/files.ts';
import type { Call } from '#kit/server/handle.ts';
import { InvalidInput, notFound, wrongState } from '#kit/server/refusal.ts';
import type { encryptionExport } from '../../common/encryption.contract.ts';
import { assertWholeSite } from '../whole-site.ts';
import { openKey } from './keyring.ts';

/** Writes a key into a file that only the recipient's private key opens. Refuses with 10412 when the key was destroyed. */
export async function exportKey(call: Call, { id, recipient }: Parsed<typeof encryptionExport>): Promise<Reply<typeof encryptionExport>> {
  const { caller, services } = call;
  assertWholeSite(caller);
  return call.write(async (tx) => {
    const row = await tx.selectFrom('encryption_key').selectAll().where('id', '=', id).executeTakeFirst();
    if (!row) throw notFound();
    if (row.state === 'destroyed') throw wrongState(row.state);
    caller.touch({ kind: 'encryptionKey', id, name: row.key_id });
    caller.note({ recipient });
    const { keyId, algorithm, value } = await openKey(tx, services.secrets, row.key_id);
    const content = JSON.stringify({ v: 1, keyId, purpose: row.purpose, algorithm, key: value.toString('base64') });
    const sealed = await encryptFor(recipient, content);
    const name = `${row.purpose}-${keyId}.age`;
    const made = { name, type: 'application/octet-stream', purpose: 'export', owner: caller.uid, keepMillis: temporary };
    const file = await keepMade(services, Readable.from([sealed]), made);
    return { fileId: file.id, name };
  });
}

async function encryptFor(recipient: string, content: string): Promise<Buffer> {
  const { Encrypter } = await import('age-encryption');
  const encrypter = new Encrypter();
  try {
    encrypter.addRecipient(recipient);
  } catch {
    throw new InvalidInput([{ path: 'recipient', namespace: 'terminal-settings', key: 'issue.recipient' }]);
  }
  return Buffer.from(await encrypter.encrypt(content));
}
