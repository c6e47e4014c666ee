import { createFile } from 'mp4box';
import sharp from 'sharp';

/** A picture of one colour. */
export const pngOf = (background: string, width = 64, height = 48): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background } })
    .png()
    .toBuffer();

// An H.264 decoder's configuration (baseline, level 1) with the shortest parameter sets.
const avcConfiguration = Uint8Array.from([1, 0x42, 0, 0x0a, 0xff, 0xe1, 0, 4, 0x67, 0x42, 0, 0x0a, 1, 0, 2, 0x68, 0xce]);

/** A video of so many seconds in this codec: its boxes are whole, what it shows is nothing. */
export function mp4Of(seconds: number, type = 'avc1'): Buffer {
  const file = createFile();
  const config = type === 'avc1' ? { avcDecoderConfigRecord: avcConfiguration.buffer } : {};
  const track = file.addTrack({
    type,
    width: 320,
    height: 180,
    timescale: 1000,
    media_duration: seconds * 1000,
    duration: seconds * 1000,
    ...config,
  } as never);
  for (let at = 0; at < 2; at += 1)
    file.addSample(track, new Uint8Array(16), {
      duration: seconds * 500,
      dts: at * seconds * 500,
      cts: at * seconds * 500,
      is_sync: true,
    } as never);
  const written = (file as unknown as { getBuffer(): { buffer: ArrayBuffer; position?: number } | ArrayBuffer }).getBuffer();
  return Buffer.from(written instanceof ArrayBuffer ? written : written.buffer);
}
