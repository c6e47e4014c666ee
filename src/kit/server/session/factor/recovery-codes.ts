import { randomInt } from 'node:crypto';
import type { Secrets } from '#platform/secrets/secrets.ts';
import type { Db, Tx } from '../../directory.ts';

const letters = 'abcdefghjkmnpqrstuvwxyz23456789';
const howMany = 10;

const makeCode = (): string => Array.from({ length: 10 }, (_, at) => (at === 5 ? '-' : '') + letters[randomInt(letters.length)]).join('');
const plain = (code: string): string => code.toLowerCase().replace(/[^a-z0-9]/g, '');
const macOf = (secrets: Secrets, uid: string, code: string): Buffer => secrets.mac('recovery code', `${uid}:${plain(code)}`);

/** Ten new codes of 49 bits, of which only keyed hashes are kept; those before no longer count. */
export async function renewRecovery(tx: Tx, secrets: Secrets, uid: string): Promise<string[]> {
  const codes = Array.from({ length: howMany }, makeCode);
  await tx.deleteFrom('factor_recovery').where('uid', '=', uid).execute();
  await tx
    .insertInto('factor_recovery')
    .values(codes.map((code) => ({ uid, code_mac: macOf(secrets, uid, code) })))
    .execute();
  return codes;
}

/** Uses a recovery code up. */
export async function spendRecovery(db: Db, secrets: Secrets, uid: string, code: string): Promise<boolean> {
  const used = await db
    .deleteFrom('factor_recovery')
    .where('uid', '=', uid)
    .where('code_mac', '=', macOf(secrets, uid, code))
    .executeTakeFirst();
  return used.numDeletedRows > 0n;
}
