import { fork } from 'node:child_process';
import { realpathSync } from 'node:fs';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import type { Readable } from 'node:stream';
import type { FileStore } from '#platform/files/file-store.ts';
import type { PackageReading } from './read/facts.ts';
import type { PackageRequest } from './read/read-package.ts';
import { notOne, PackageFault } from './read/source.ts';

const program = path.join(import.meta.dirname, 'read', 'worker.ts');
const root = path.resolve(import.meta.dirname, '../../../../..');
const memoryMegabytes = 192;
/** A package of 4 GiB is read within two minutes; whoever needs longer turns in circles. */
const timeoutMillis = 180_000;
/** Only two at once: the rest of the product goes on. */
const atOnce = 2;

/** Files that the program is made of: nothing of the data lies there. */
const readable = (): string[] => {
  const libraries = path.join(root, 'node_modules');
  const places = [
    path.join(import.meta.dirname, 'read', '*'),
    libraries,
    path.join(realpathSync(libraries), '*'),
    path.join(root, 'package.json'),
  ];
  return places.map((place) => `--allow-fs-read=${place}`);
};

interface Ask {
  ask?: number;
  start?: number;
  length?: number;
  reading?: PackageReading;
  fault?: { code: number; reason: string; subject: string; expected: string };
}

let running = 0;
const queue: (() => void)[] = [];

/** Reads a stored package in a process of its own, which is given nothing but the bytes it asks for and so much memory. Throws a `PackageFault`. */
export async function readInWorker(
  files: Pick<FileStore, 'open'>,
  request: PackageRequest,
  megabytes = memoryMegabytes,
): Promise<PackageReading> {
  if (running >= atOnce) await new Promise<void>((free) => void queue.push(free));
  running += 1;
  try {
    return await inWorker(files, request, megabytes);
  } finally {
    running -= 1;
    queue.shift()?.();
  }
}

function inWorker(files: Pick<FileStore, 'open'>, request: PackageRequest, megabytes: number): Promise<PackageReading> {
  const child = fork(program, [], {
    execPath: process.execPath,
    execArgv: [`--max-old-space-size=${megabytes}`, '--permission', ...readable(), '--disable-warning=SecurityWarning'],
    env: {},
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  const timer = setTimeout(() => child.kill('SIGKILL'), timeoutMillis);
  return new Promise<PackageReading>((done, reject) => {
    child.on('message', (message: Ask) => {
      if (message.reading) return done(message.reading);
      const { fault } = message;
      if (fault) return reject(new PackageFault(fault.code, fault.reason, fault.subject, fault.expected));
      if (message.ask === undefined || message.start === undefined || message.length === undefined) return undefined;
      const { ask, start, length } = message;
      return void bytesOf(files, request.sha256, { start, length }).then(
        (bytes) => child.connected && child.send({ answer: ask, bytes }),
        (error: unknown) => reject(error instanceof Error ? error : new Error(String(error))),
      );
    });
    child.once('error', reject);
    // Whoever died of a package says nothing: that is the answer.
    child.once('exit', () => reject(notOne('died')));
    if (child.stderr) void text(child.stderr).catch(() => '');
    child.send({ request });
  }).finally(() => {
    clearTimeout(timer);
    if (child.exitCode === null) child.kill('SIGKILL');
  });
}

async function bytesOf(
  files: Pick<FileStore, 'open'>,
  hash: string,
  { start, length }: { start: number; length: number },
): Promise<Buffer> {
  const stream: Readable = await files.open(hash, { start, end: start + length - 1 });
  const parts: Buffer[] = [];
  for await (const part of stream) parts.push(part as Buffer);
  return Buffer.concat(parts);
}
