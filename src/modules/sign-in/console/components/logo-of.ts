import { mostLogoLetters } from '#kit/common/product/product-config.ts';

/** Sizes that are tried, the largest first: width and height in pixels. */
const sizes = [
  [320, 96],
  [240, 72],
  [160, 48],
] as const;

/** A picture as a small WebP in a `data:` address; refuses what is none, or does not become small enough. */
export async function logoOf(file: File): Promise<string> {
  const picture = await createImageBitmap(file);
  for (const [width, height] of sizes) {
    const scale = Math.min(1, width / picture.width, height / picture.height);
    const canvas = document.createElement('canvas');
    canvas.width = Math.max(1, Math.round(picture.width * scale));
    canvas.height = Math.max(1, Math.round(picture.height * scale));
    canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height);
    const logo = canvas.toDataURL('image/webp', 0.9);
    if (logo.length <= mostLogoLetters) return logo;
  }
  throw new Error('The picture does not become small enough');
}
