import type { Readable } from 'node:stream';
import { Refusal } from '#kit/server/refusal.ts';
import type { FileStore } from '#platform/files/file-store-types.ts';
import { limits } from '../../common/words.ts';

/** Facts of a video that people are shown. */
export interface VideoFacts {
  readonly width: number;
  readonly height: number;
  readonly seconds: number;
}

const expected = 'MP4 (H.264, AAC)';
const bad = (found: string): Refusal => new Refusal(15054, { expected, found });
/** Boxes that describe a video are small; the pictures themselves are not read into memory. */
const mostDescribed = 32 * 1024 * 1024;

interface Span {
  readonly start: number;
  readonly end: number;
  readonly type: string;
}

async function bytesOf(stream: Readable): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of stream) pieces.push(Buffer.from(piece as Uint8Array));
  return Buffer.concat(pieces);
}

/** The boxes of the file at its top, by their heads alone. */
async function boxesOf(files: FileStore, { hash, size }: { hash: string; size: number }): Promise<Span[]> {
  const boxes: Span[] = [];
  for (let start = 0; start < size && boxes.length < 4096;) {
    const head = await bytesOf(await files.open(hash, { start, end: Math.min(start + 15, size - 1) }));
    if (head.length < 8) throw bad('?');
    const short = head.readUInt32BE(0);
    const length = short === 1 && head.length >= 16 ? Number(head.readBigUInt64BE(8)) : short === 0 ? size - start : short;
    if (length < 8 || start + length > size) throw bad(head.toString('latin1', 4, 8).replace(/[^\x20-\x7e]/g, '?'));
    boxes.push({ start, end: start + length - 1, type: head.toString('latin1', 4, 8) });
    start += length;
  }
  return boxes;
}

/** Reads what an MP4 says of itself: 15054 where it is none, is not H.264 with AAC or silence, or lasts longer than half an hour. */
export async function videoFacts(files: FileStore, file: { hash: string; size: number }): Promise<VideoFacts> {
  const boxes = await boxesOf(files, file);
  const described = boxes.filter(({ type }) => type === 'ftyp' || type === 'moov');
  if (boxes[0]?.type !== 'ftyp' || described.length !== 2 || !boxes.some(({ type }) => type === 'mdat'))
    throw bad(boxes[0]?.type === 'ftyp' ? 'MP4 –' : (boxes[0]?.type ?? '–').replace(/[^\x20-\x7e]/g, '?'));
  if (described.some(({ start, end }) => end - start > mostDescribed)) throw bad('moov');
  const bytes = Buffer.concat(await Promise.all(described.map(async (span) => bytesOf(await files.open(file.hash, span)))));
  const { createFile, MP4BoxBuffer } = await import('mp4box');
  const box = createFile();
  let info: ReturnType<typeof box.getInfo> | undefined;
  box.onReady = (ready) => (info = ready);
  const own = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length);
  try {
    box.appendBuffer(MP4BoxBuffer.fromArrayBuffer(own, 0));
    box.flush();
  } catch {
    throw bad('moov');
  }
  if (!info) throw bad('moov');
  const codecs = info.tracks.map(({ codec }) => codec).filter((codec) => codec !== '');
  const [picture] = info.videoTracks;
  const isGood = picture && /^avc[13]/.test(picture.codec) && info.audioTracks.every(({ codec }) => codec.startsWith('mp4a'));
  if (!isGood) throw bad(codecs.join(', ') || '–');
  const seconds = Math.ceil(info.duration / info.timescale);
  if (!(seconds > 0 && seconds <= limits.seconds))
    throw new Refusal(15054, { expected: '≤ 30 min', found: `${Math.round(seconds / 60)} min` });
  return { width: Math.round(picture.track_width), height: Math.round(picture.track_height), seconds };
}
