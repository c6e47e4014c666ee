import { spawnSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { createReadStream, createWriteStream, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import { readInWorker } from '#modules/apps/server/package/open-reader.ts';
import { entryOf, openZip } from '#modules/apps/server/package/read/zip.ts';
import type { FileStore } from '#platform/files/file-store.ts';
import type { Figure } from './lib/figure.ts';
import { median, timed } from './lib/measure.ts';

const mebibytes = Number(process.env['BENCH_APK_MIB'] ?? 64);
const rounds = Number(process.env['BENCH_ROUNDS'] ?? 3);
const most = { ratio: 1.5, megabytes: 150 };
const fixture = path.resolve(import.meta.dirname, '../tests/apps/fixtures/orbit-102.apk');

/** Reading a big APK with every signature checked, in the process that the product reads it in, against `apksigner verify`. */
export async function packages(): Promise<Figure[]> {
  const name = `reading an APK of ${mebibytes} MiB with full signature check`;
  const limit = `at most ${most.ratio} x apksigner verify, ${most.megabytes} MB`;
  if (spawnSync('apksigner', ['--version']).error)
    return [{ name, limit, measured: 'not measured: install apksigner (and a Java runtime)', holds: true }];
  const folder = mkdtempSync(path.join(tmpdir(), 'wheelhouse-apk-'));
  try {
    const apk = await bigApk(folder);
    const { size, sha256 } = await digestOf(apk);
    const files: Pick<FileStore, 'open'> = {
      open: async (_hash: string, range?: { start: number; end?: number }) => createReadStream(apk, range),
    };
    const wish = { size, sha256, kind: 'apk', now: Date.now() } as const;
    const [times, peers, ratios]: [number[], number[], number[]] = [[], [], []];
    let peak = 0;
    for (let round = 0; round < rounds; round += 1) {
      const watch = setInterval(() => (peak = Math.max(peak, readerMegabytes())), 50);
      const took = await timed(() => readInWorker(files, wish));
      clearInterval(watch);
      const peer = await timed(async () => {
        const { status, stderr } = spawnSync('apksigner', ['verify', apk], { encoding: 'utf8' });
        if (status !== 0) throw new Error(`apksigner: ${stderr}`);
      });
      times.push(took);
      peers.push(peer);
      ratios.push(took / peer);
    }
    const ratio = median(ratios);
    const measured = `${ratio.toFixed(2)} x (${median(times).toFixed(0)} ms against ${median(peers).toFixed(0)} ms); the reader took ${peak} MB`;
    return [{ name, limit, measured, holds: ratio <= most.ratio && peak <= most.megabytes }];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** An APK with a big asset that can't be compressed, signed by schemes 2 and 3 with a key of its own. */
async function bigApk(folder: string): Promise<string> {
  const bytes = readFileSync(fixture);
  const source = await openZip({ size: bytes.length, read: async (start, length) => bytes.subarray(start, start + length) });
  const zip = new ZipFile();
  for (const name of ['AndroidManifest.xml', 'resources.arsc'])
    zip.addBuffer((await entryOf(source, name, 10_000_000)) ?? Buffer.alloc(0), name, { compress: false });
  const noise = function* (): Generator<Buffer> {
    for (let at = 0; at < mebibytes; at += 1) yield randomBytes(1024 * 1024);
  };
  zip.addReadStream(Readable.from(noise()), 'assets/map.bin', { compress: false });
  zip.end();
  const [bare, aligned, signed, store] = ['bare.apk', 'aligned.apk', 'big.apk', 'own.jks'].map((name) => path.join(folder, name)) as [
    string,
    string,
    string,
    string,
  ];
  await pipeline(zip.outputStream, createWriteStream(bare));
  const run = (program: string, ...args: string[]): void => {
    const { status, stderr, error } = spawnSync(program, args, { encoding: 'utf8' });
    if (error || status !== 0) throw error ?? new Error(`${program}: ${stderr}`);
  };
  const secret = ['-storepass', 'secret1', '-keypass', 'secret1'];
  run('keytool', '-genkeypair', '-keystore', store, ...secret, '-alias', 'own', '-keyalg', 'RSA', '-keysize', '2048', '-dname', 'CN=Bench');
  run('zipalign', '-f', '4', bare, aligned);
  run('apksigner', 'sign', '--ks', store, '--ks-pass', 'pass:secret1', '--min-sdk-version', '24', '--out', signed, aligned);
  return signed;
}

async function digestOf(file: string): Promise<{ size: number; sha256: string }> {
  const hash = createHash('sha256');
  let size = 0;
  for await (const part of createReadStream(file)) {
    hash.update(part as Buffer);
    size += (part as Buffer).length;
  }
  return { size, sha256: hash.digest('hex') };
}

/** The most memory that a process which this one began has taken, in MB. */
function readerMegabytes(): number {
  const children = readdirSync('/proc/self/task').flatMap((task) =>
    readFileSync(`/proc/self/task/${task}/children`, 'utf8').trim().split(' ').filter(Boolean),
  );
  const peaks = children.map((id) => {
    try {
      return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${id}/status`, 'utf8'))?.[1] ?? 0);
    } catch {
      // It has just ended.
      return 0;
    }
  });
  return Math.round(Math.max(0, ...peaks) / 1024);
}
