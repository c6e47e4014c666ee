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
export function mp4Of(seconds: number, type: 'avc1' | 'hvc1' = 'avc1'): Buffer {
  const file = createFile();
  const millis = seconds * 1000;
  const track = file.addTrack({
    type,
    width: 320,
    height: 180,
    timescale: 1000,
    media_duration: millis,
    duration: millis,
    ...(type === 'avc1' && { avcDecoderConfigRecord: avcConfiguration.buffer }),
  });
  for (const dts of [0, millis / 2]) file.addSample(track, new Uint8Array(16), { duration: millis / 2, dts, cts: dts, is_sync: true });
  return Buffer.from(file.getBuffer().buffer);
}
