import { isThere } from '#kit/server/audit/purge.ts';
import { publicKeys } from '#kit/server/audit/signing-key.ts';
import { streams } from '#kit/server/audit/streams.ts';
import type { Damage } from '#kit/server/audit/verdict.ts';
import { verifyStream } from '#kit/server/audit/verify.ts';
import { knownDamage } from '#modules/logs/server/seal.statement.ts';
import { openSecrets } from '#platform/secrets/secrets.ts';
import { onExisting } from './on-existing.ts';

// npm run audit:verify: walks the chains of the logs, also while the product runs. Ends with 1 when one is damaged; goes on behind damage that
// is explained by a statement.
await onExisting('audit', async (database, settings) => {
  const secrets = await openSecrets({ keyFile: settings.keyFile, ...(settings.masterKey && { masterKey: settings.masterKey }) });
  for (const { id, pem, createdAt } of await publicKeys(database.db))
    console.log(`Days are signed (Ed25519) by key ${id}, made ${new Date(createdAt).toISOString()}:\n${pem.trim()}`);
  for (const stream of streams) {
    const hasStatement = (await isThere(database.db, 'seal_statement')) ? await knownDamage(database.db, stream) : () => false;
    const known = (found: { what: Damage; seq: number }): boolean => {
      if (!hasStatement(found)) return false;
      // What somebody wrote about it mends nothing.
      console.error(`${stream}: damaged and explained by a statement: ${found.what}, place ${found.seq} of the chain.`);
      process.exitCode = 1;
      return true;
    };
    const { checked, unsealed, damage } = await verifyStream(database.db, secrets, stream, { known });
    if (!damage) {
      console.log(`${stream}: ${checked} rows verified, ${unsealed} of the last moments not sealed yet.`);
      continue;
    }
    const when = damage.at === null ? '' : `, written ${new Date(damage.at).toISOString()}`;
    console.error(
      `${stream}: DAMAGED after ${checked} good rows. First damage: ${damage.what}, place ${damage.seq} of the chain, row ${damage.rowId ?? 'unknown'}${when}.`,
    );
    process.exitCode = 1;
  }
});
