import { mkdir, open, readFile, rename } from 'node:fs/promises';
import path from 'node:path';
import type { Logger } from 'pino';
import { z } from 'zod';
import { SecretError } from '#platform/secrets/secret-error.ts';
import type { Secrets } from '#platform/secrets/secrets.ts';
import type { Db } from '../directory.ts';
import type { Anchor } from './anchor.table.ts';
import { isOurs, restoreNote, restoredAt, stands } from './anchor.ts';
import type { Outside } from './verdict.ts';

interface Contents {
  /** When a backup was restored with this data folder. */
  restored: number | null;
  anchors: readonly Anchor[];
}

const nothing: Contents = { restored: null, anchors: [] };
const purpose = 'audit anchor file';
const fileOf = (folder: string): string => path.join(folder, 'audit-anchor.json');

const hex = z.string().transform((text) => Buffer.from(text, 'hex'));
const anchor = z.object({
  stream: z.string(),
  no: z.int(),
  seq: z.int(),
  hash: hex,
  day: z.int(),
  at: z.int(),
  blocks_from: z.int().nullable(),
});
const signed = z.object({ said: z.string(), mac: hex, key: z.string() });
const contents = z.object({ restored: z.int().nullable(), anchors: z.array(anchor) });

/** The file was changed by something else than this installation, or under a key that is not known here. */
class ForgedFile extends Error {}

async function read(folder: string, secrets: Secrets): Promise<Contents> {
  const text = await readFile(fileOf(folder), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (text === undefined) return nothing;
  try {
    const { said, mac, key } = signed.parse(JSON.parse(text));
    if (secrets.mac(purpose, said, key).equals(mac)) return contents.parse(JSON.parse(said));
  } catch (error) {
    if (!(error instanceof SyntaxError || error instanceof z.ZodError || error instanceof SecretError)) throw error;
  }
  throw new ForgedFile(`${fileOf(folder)} is not as this installation wrote it: move it away when you know why`);
}

const written = ({ restored, anchors }: Contents): string =>
  JSON.stringify({ restored, anchors: anchors.map((one) => ({ ...one, hash: one.hash.toString('hex') })) });

/** On the disk under its name before this ends, whole or not at all. */
async function write(folder: string, secrets: Secrets, what: Contents): Promise<void> {
  const said = written(what);
  const draft = `${fileOf(folder)}.${process.pid}`;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const file = await open(draft, 'w', 0o600);
  try {
    await file.writeFile(JSON.stringify({ said, mac: secrets.mac(purpose, said).toString('hex'), key: secrets.keyId }));
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(draft, fileOf(folder));
}

/** What the data folder knows, without what a restore since made obsolete. */
export async function outsideOf(db: Db, secrets: Secrets, folder: string): Promise<Outside> {
  try {
    const { anchors, restored } = await read(folder, secrets);
    const since = Math.max(restored ?? 0, (await restoredAt(db, secrets)) ?? 0);
    return { anchors: anchors.filter(({ at }) => at > since), forged: false };
  } catch (error) {
    if (!(error instanceof ForgedFile)) throw error;
    return { anchors: [], forged: true };
  }
}

/**
 * Notes in the data folder how far the chains are sealed. The file says only what the database has on its disk already, so that it may lag
 * and never leads. What it said before goes only where the chain still holds it: anything else tells that the end was cut off.
 */
export async function keepOutside(db: Db, secrets: Secrets, folder: string): Promise<void> {
  const before = await read(folder, secrets);
  const inDatabase = await restoredAt(db, secrets);
  if (before.restored !== null && before.restored > (inDatabase ?? 0))
    await db
      .insertInto('audit_restore')
      .values(restoreNote(secrets, before.restored))
      .onConflict((on) => on.doNothing())
      .execute();
  const since = Math.max(before.restored ?? 0, inDatabase ?? 0);
  const rows = (await db.selectFrom('audit_anchor').selectAll().orderBy('stream').orderBy('no').execute()).filter((row) =>
    isOurs(secrets, row),
  );
  const anchors: Anchor[] = [];
  for (const [at, { mac: _, key_id: __, ...row }] of rows.entries())
    if (rows[at + 1]?.stream !== row.stream || !(await stands(db, row))) anchors.push(row);
  const isSame = (one: Anchor) => (other: Anchor) => one.stream === other.stream && one.seq === other.seq && one.hash.equals(other.hash);
  for (const one of before.anchors) if (one.at > since && !anchors.some(isSame(one)) && !(await stands(db, one))) anchors.push(one);
  const after = { restored: since || null, anchors };
  if (written(after) !== written(before)) await write(folder, secrets, after);
}

/** Notes in a data folder that a backup was restored: its earlier anchors no longer hold. */
export const noteRestoreOutside = async (secrets: Secrets, folder: string, at: number): Promise<void> =>
  write(folder, secrets, { restored: at, anchors: [] });

const everyMillis = 5_000;

/** Keeps the data folder's note of the chains while the product runs. */
export function startKeeping(db: Db, secrets: Secrets, folder: string, log: Pick<Logger, 'error'>): { stop(): Promise<void> } {
  let running: Promise<void> | undefined;
  // Tried again every few seconds: a trouble that stays is told once.
  let told = false;
  const run = (): Promise<void> =>
    (running ??= keepOutside(db, secrets, folder)
      .then(() => void (told = false))
      .catch((error: unknown) => {
        if (!told) log.error({ err: error }, 'How far the audit is sealed could not be noted in the data folder');
        told = true;
      })
      .finally(() => (running = undefined)));
  const timer = setInterval(() => void run(), everyMillis);
  timer.unref();
  return {
    stop: async () => {
      clearInterval(timer);
      await running;
      await run();
    },
  };
}
