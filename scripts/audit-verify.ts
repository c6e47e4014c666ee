import { readFileSync } from 'node:fs';
import path from 'node:path';
import { outsideOf } from '#kit/server/audit/anchor-file.ts';
import { restoredAt } from '#kit/server/audit/anchor.ts';
import { heldRoots, lostRoots } from '#kit/server/audit/held-roots.ts';
import { isThere } from '#kit/server/audit/purge.ts';
import { publicKeys } from '#kit/server/audit/signing-key.ts';
import { streams, type Stream } from '#kit/server/audit/streams.ts';
import type { Damage, Outside, Verdict } from '#kit/server/audit/verdict.ts';
import { verifyStream } from '#kit/server/audit/verify.ts';
import type { Db } from '#kit/server/directory.ts';
import { knownDamage } from '#modules/logs/server/seal.statement.ts';
import { openSecrets, type Secrets } from '#platform/secrets/secrets.ts';
import { StartError } from '#platform/start-error.ts';
import { onExisting } from './on-existing.ts';

const time = (at: number): string => new Date(at).toISOString();

// npm run audit:verify: walks the chains of the logs, also while the product runs. Ends with 1 when one is damaged or cut off; goes on behind
// damage that is explained by a statement. `npm run audit:verify -- FILE` also looks for each root of a day that stands in FILE, which is what
// mails and receivers of logs were told: one that is no longer here shows that the log was cut off or written anew since.
await onExisting('audit', async ({ db }, settings) => {
  if (!(await isThere(db, 'audit_anchor')))
    throw new StartError('The database is of an earlier version: start the product once, then verify.');
  const secrets = await openSecrets({ keyFile: settings.keyFile, ...(settings.masterKey && { masterKey: settings.masterKey }) });
  for (const { id, pem, createdAt } of await publicKeys(db))
    console.log(`Days are signed (Ed25519) by key ${id}, made ${time(createdAt)}:\n${pem.trim()}`);
  const restored = await restoredAt(db, secrets);
  if (restored !== null) console.log(`A backup was restored here ${time(restored)}: what was sealed after it was made is in no log.`);
  const outside = await outsideOf(db, secrets, settings.dataDir);
  if (outside.forged) complain(`The file audit-anchor.json in ${settings.dataDir} is not as this installation wrote it.`);
  for (const stream of streams) await verify(db, secrets, { stream, outside: { ...outside, forged: false } });
  const file = process.argv[2];
  if (file === undefined) return;
  const held = heldRoots(readFileSync(path.resolve(process.env['INIT_CWD'] ?? '.', file), 'utf8'));
  const lost = await lostRoots(db, held);
  for (const { line } of lost) complain(`CUT OFF or written anew: no day has the root that was held elsewhere: ${line}`);
  console.log(`${held.length - lost.length} of ${held.length} roots that were held elsewhere stand here.`);
});

async function verify(db: Db, secrets: Secrets, { stream, outside }: { stream: Stream; outside: Outside }): Promise<void> {
  const hasStatement = (await isThere(db, 'seal_statement')) ? await knownDamage(db, stream) : () => false;
  const known = (found: { what: Damage; seq: number }): boolean => {
    if (!hasStatement(found)) return false;
    // What somebody wrote about it mends nothing.
    complain(`${stream}: damaged and explained by a statement: ${found.what}, place ${found.seq} of the chain.`);
    return true;
  };
  const { checked, unsealed, damage } = await verifyStream(db, secrets, stream, { known, outside });
  if (damage) complain(`${stream}: ${sentence(checked, damage)}`);
  else console.log(`${stream}: ${checked} rows verified, ${unsealed} of the last moments not sealed yet.`);
}

function sentence(checked: number, { what, seq, rowId, at, day, last }: NonNullable<Verdict['damage']>): string {
  if (what === 'truncated' && last) {
    const when = last.at !== null ? `, sealed ${time(last.at)}` : day !== null ? `, sealed ${time(day * 86_400_000).slice(0, 10)}` : '';
    return `CUT OFF. ${checked} rows verified; last known place: ${last.seq} of the chain${when}.`;
  }
  const when = at === null ? '' : `, written ${time(at)}`;
  return `DAMAGED after ${checked} good rows. First damage: ${what}, place ${seq} of the chain, row ${rowId ?? 'unknown'}${when}.`;
}

function complain(text: string): void {
  console.error(text);
  process.exitCode = 1;
}
