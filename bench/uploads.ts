import { createCipheriv, createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { finishUpload } from '#kit/common/files/file.contract.ts';
import { Client } from './lib/client.ts';
import type { Figure } from './lib/figure.ts';
import { startHouse, type House } from './lib/house.ts';

const mebibyte = 1024 * 1024;
const mebibytes = Number(process.env['BENCH_UPLOAD_MIB'] ?? 256);
const partBytes = 8 * mebibyte;
const cuts = 5;
const most = 64;
/** So long after a start the product is at rest, as the figure of its idle memory has it. */
const restMillis = 10_000;
const fixture = path.resolve(import.meta.dirname, '../tests/apps/fixtures/orbit-102.apk');

/** A large package arrives in parts over five broken connections and a restart of the product: its digest, and the memory that it takes. */
export async function uploads(): Promise<Figure[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'bench-upload-'));
  let house = await startHouse(folder);
  try {
    let client = await atRest(house);
    const place = await begin(client);
    const watch = watchMemory(() => house);
    const parts = Math.ceil((mebibytes * mebibyte) / partBytes);
    const cutAt = new Set(Array.from({ length: cuts }, (_, index) => Math.floor(((index + 1) * parts) / (cuts + 2))));
    const restartAt = Math.floor((parts * (cuts + 1)) / (cuts + 2));
    const started = performance.now();
    for (let offset = 0, part = 0; offset < mebibytes * mebibyte; part += 1) {
      if (part === restartAt) {
        watch.pause();
        await house.stop();
        house = await startHouse(folder);
        client = await atRest(house);
        watch.again();
      }
      if (cutAt.has(part)) await send(client, place, { offset, bytes: pieceAt(offset), cut: true });
      offset = await offsetOf(client, place);
      const status = await send(client, place, { offset, bytes: pieceAt(offset) });
      // What came before the cut is still on its way to the disk: asked again.
      if (status !== 204 && status !== 409 && status !== 423) throw new Error(`A part was answered ${status}`);
      offset = await offsetOf(client, place);
    }
    const { fileId, size } = await client.call(finishUpload, { uploadId: place.split('/').at(-1)!, name: 'big.apk', purpose: 'package' });
    const seconds = (performance.now() - started) / 1000;
    const grown = watch.end();
    const isSame = size === mebibytes * mebibyte && (await digestOf(client, fileId)) === ownDigest();
    return [
      {
        name: `upload of ${mebibytes} MiB, cut ${cuts} times and over a restart`,
        limit: `the same digest, memory grows by at most ${most} MB`,
        measured: `${isSame ? 'the same digest' : 'ANOTHER digest'}, ${grown} MB (${seconds.toFixed(0)} s)`,
        holds: isSame && grown <= most,
      },
    ];
  } finally {
    await house.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Signs in (a password takes its memory to be checked) and waits until what the start and that took has been given back. */
async function atRest(house: House): Promise<Client> {
  const client = await Client.signIn(house.address, 'admin');
  await sleep(restMillis);
  return client;
}

const address = (client: Client, place: string): string => new URL(place, client.address).href;
const tus = (client: Client): Record<string, string> => ({ ...client.headers(), 'tus-resumable': '1.0.0' });

async function begin(client: Client): Promise<string> {
  const answer = await fetch(`${client.address}/api/file/tus`, {
    method: 'POST',
    headers: { ...tus(client), 'upload-length': String(mebibytes * mebibyte) },
  });
  if (answer.status !== 201) throw new Error(`An upload was answered ${answer.status}`);
  return answer.headers.get('location')!;
}

async function offsetOf(client: Client, place: string): Promise<number> {
  const { headers } = await fetch(address(client, place), { method: 'HEAD', headers: tus(client) });
  return Number(headers.get('upload-offset'));
}

interface Part {
  readonly offset: number;
  readonly bytes: Buffer;
  /** The connection breaks in the middle of it. */
  readonly cut?: true;
}

/** Sends a part; 0 where its connection broke. */
function send(client: Client, place: string, { offset, bytes, cut }: Part): Promise<number> {
  const headers = {
    ...tus(client),
    'content-type': 'application/offset+octet-stream',
    'upload-offset': String(offset),
    'content-length': String(bytes.length),
  };
  return new Promise((done, reject) => {
    const sent = httpRequest(address(client, place), { method: 'PATCH', headers }, (answer) => {
      answer.resume();
      answer.once('end', () => done(answer.statusCode ?? 0));
    });
    sent.once('error', (error) => (cut ? done(0) : reject(error)));
    if (cut) sent.write(bytes.subarray(0, bytes.length / 2), () => sent.destroy());
    else sent.end(bytes);
    sent.once('close', () => cut && done(0));
  });
}

const head = readFileSync(fixture);

/** What stands from an offset on: a package, then noise that can be made anew at any place. */
function pieceAt(offset: number): Buffer {
  const length = Math.max(0, Math.min(partBytes, mebibytes * mebibyte - offset));
  const counter = Buffer.alloc(16);
  counter.writeBigUInt64BE(BigInt(Math.floor(offset / 16)), 8);
  const noise = createCipheriv('aes-128-ctr', Buffer.alloc(16, 7), counter);
  noise.update(Buffer.alloc(offset % 16));
  const piece = noise.update(Buffer.alloc(length));
  if (offset < head.length) head.copy(piece, 0, offset);
  return piece;
}

function ownDigest(): string {
  const hash = createHash('sha256');
  for (let offset = 0; offset < mebibytes * mebibyte; offset += partBytes) hash.update(pieceAt(offset));
  return hash.digest('hex');
}

async function digestOf(client: Client, fileId: string): Promise<string> {
  const answer = await fetch(`${client.address}/api/file/download?fileId=${fileId}`, { headers: client.headers() });
  const hash = createHash('sha256');
  for await (const part of answer.body!) hash.update(part);
  return hash.digest('hex');
}

/** The most that the product takes beyond what it took at rest, in MB; what it took before a restart counts by itself. */
function watchMemory(house: () => House): { pause(): void; again(): void; end(): number } {
  let [rest, peak] = [house().memory(), 0];
  let isPaused = false;
  const timer = setInterval(() => {
    // Paused while it is started again.
    if (!isPaused) peak = Math.max(peak, house().memory() - rest);
  }, 100);
  return {
    pause: () => void (isPaused = true),
    again: () => {
      rest = house().memory();
      isPaused = false;
    },
    end: () => {
      clearInterval(timer);
      return Math.round(peak / mebibyte);
    },
  };
}
