const side = 512;
const mostPixels = 40_000_000;

/** An icon drawn anew as a PNG of 512 pixels; undefined for what is no picture. */
export async function drawIcon(bytes: Uint8Array): Promise<Buffer | undefined> {
  if (bytes.length === 0) return undefined;
  const { default: sharp } = await import('sharp');
  return sharp(bytes, { limitInputPixels: mostPixels })
    .resize(side, side, { fit: 'contain', background: { r: 0, g: 0, b: 0, alpha: 0 } })
    .png()
    .toBuffer()
    .catch(() => undefined);
}
