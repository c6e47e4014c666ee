import type { Tx } from '../../directory.ts';

/** Takes somebody's second factors away, with codes and trusted browsers; answers how many there were. Sessions are ended by the caller. */
export async function resetFactors(tx: Tx, uid: string): Promise<number> {
  const gone = await tx.deleteFrom('factor').where('uid', '=', uid).executeTakeFirst();
  for (const table of ['factor_recovery', 'factor_trust'] as const) await tx.deleteFrom(table).where('uid', '=', uid).execute();
  return Number(gone.numDeletedRows);
}
