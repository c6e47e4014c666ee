/** Order in which Active Directory keeps the bytes of a GUID, against how they are written. */
const order = [3, 2, 1, 0, 5, 4, 7, 6, 8, 9, 10, 11, 12, 13, 14, 15];

/** A GUID as people write it. */
export function guidText(bytes: Buffer): string | undefined {
  if (bytes.length !== 16) return undefined;
  const hex = Buffer.from(order.map((at) => bytes[at]!)).toString('hex');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** A written GUID as Active Directory keeps it. */
export function guidBytes(text: string): Buffer {
  const hex = Buffer.from(text.replaceAll('-', ''), 'hex');
  return Buffer.from(order.map((at) => hex[at]!));
}
