import { detectType } from './detect-type.ts';
import { FileError } from './file-error.ts';

/** Limits of an image. */
export interface ImageLimits {
  /** Pixels of all frames together before scaling (40,000,000). */
  readonly maxPixels?: number;
  /** Longest side afterwards in pixels; smaller images stay as they are. */
  readonly maxSide?: number;
}

/** A fresh image without metadata, places or hidden tails. */
export interface CleanImage {
  readonly data: Buffer;
  readonly type: 'image/png' | 'image/jpeg' | 'image/webp' | 'image/gif';
  readonly width: number;
  readonly height: number;
}

const formats = { 'image/png': 'png', 'image/jpeg': 'jpeg', 'image/webp': 'webp', 'image/gif': 'gif' } as const;
type ImageType = keyof typeof formats;
const isImage = (type: string | undefined): type is ImageType => type !== undefined && Object.hasOwn(formats, type);

async function loadSharp() {
  const { default: sharp } = await import('sharp');
  // Large images are rare: one thread, no cache, so that memory goes back.
  sharp.concurrency(1);
  sharp.cache(false);
  return sharp;
}

/** Decodes and encodes a PNG, JPEG, WebP or GIF again, upright, in its own format; FileError type, pixels or image. */
export async function reencodeImage(buffer: Buffer, limits: ImageLimits = {}): Promise<CleanImage> {
  const type = detectType(buffer.subarray(0, 64));
  // The decoder knows many more formats (SVG, PDF, …): only these four ever reach it.
  if (!isImage(type)) throw new FileError('type', 'not a PNG, JPEG, WebP or GIF image');
  const maxPixels = limits.maxPixels ?? 40_000_000;
  const sharp = await loadSharp();
  try {
    const options = { limitInputPixels: maxPixels, failOn: 'error', animated: type === 'image/gif' || type === 'image/webp' } as const;
    const head = await sharp(buffer, { ...options, limitInputPixels: false }).metadata();
    // For an animation the height counts all frames.
    if (head.width * head.height > maxPixels) throw new FileError('pixels', `more than ${maxPixels} pixels`);
    const upright = sharp(buffer, options).rotate();
    const sized =
      limits.maxSide === undefined
        ? upright
        : upright.resize({ width: limits.maxSide, height: limits.maxSide, fit: 'inside', withoutEnlargement: true });
    const { data, info } = await sized.toFormat(formats[type]).toBuffer({ resolveWithObject: true });
    return { data, type, width: info.width, height: info.pageHeight ?? info.height };
  } catch (error) {
    if (error instanceof FileError) throw error;
    throw new FileError('image', 'the image is damaged', { cause: error });
  }
}
