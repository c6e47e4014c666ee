/** Encodings that a text file may come in. */
export type TextEncoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'gb18030' | 'shift_jis';

/** The encoding a byte order mark names. */
export function encodingOfMark(head: Buffer): TextEncoding | undefined {
  const mark = head.subarray(0, 3).toString('hex');
  if (mark === 'efbbbf') return 'utf-8';
  if (mark.startsWith('fffe')) return 'utf-16le';
  return mark.startsWith('feff') ? 'utf-16be' : undefined;
}

/** UTF-16 without a mark shows in its zero bytes: Latin letters, delimiters and line ends have one each. */
export function wideEncoding(head: Buffer): TextEncoding | undefined {
  let even = 0;
  let odd = 0;
  for (let at = 0; at < head.length; at += 1) {
    if (head[at] !== 0) continue;
    if (at % 2 === 0) even += 1;
    else odd += 1;
  }
  // A few zeros are damage, not an encoding.
  if (even + odd < Math.max(4, head.length / 50)) return undefined;
  return odd > even * 4 ? 'utf-16le' : even > odd * 4 ? 'utf-16be' : undefined;
}

function isValid(bytes: Buffer, encoding: TextEncoding): boolean {
  try {
    // In stream mode a character cut at the end of the sample is no error.
    new TextDecoder(encoding, { fatal: true }).decode(bytes, { stream: true });
    return true;
  } catch {
    return false;
  }
}

/** Well-formed UTF-8 sequences of two bytes and more, and bytes that belong to none. */
function countUtf8(bytes: Buffer): { good: number; bad: number } {
  let good = 0;
  let bad = 0;
  for (let at = 0; at < bytes.length;) {
    const lead = bytes[at] ?? 0;
    const size = lead < 0x80 ? 1 : lead >= 0xc2 && lead < 0xe0 ? 2 : lead >= 0xe0 && lead < 0xf0 ? 3 : lead >= 0xf0 && lead < 0xf5 ? 4 : 0;
    let isGood = size > 0;
    for (let next = 1; next < size && isGood; next += 1) isGood = ((bytes[at + next] ?? 0) & 0xc0) === 0x80;
    if (isGood && size > 1) good += 1;
    if (!isGood) bad += 1;
    at += isGood ? size : 1;
  }
  return { good, bad };
}

/** Share of the double bytes that are common in GB18030: the first level of GB 2312 and its punctuation. */
function chineseScore(bytes: Buffer): number {
  let pairs = 0;
  let common = 0;
  for (let at = 0; at + 1 < bytes.length; at += 1) {
    const lead = bytes[at] ?? 0;
    if (lead < 0x80) continue;
    const trail = bytes[at + 1] ?? 0;
    pairs += 1;
    if (trail >= 0xa1 && ((lead >= 0xb0 && lead <= 0xd7) || (lead >= 0xa1 && lead <= 0xa3))) common += 1;
    at += 1;
  }
  return pairs === 0 ? 0 : common / pairs;
}

/** Share of the characters that are common in Shift_JIS: kana, punctuation and the first level of JIS; half-width kana count less. */
function japaneseScore(bytes: Buffer): number {
  let all = 0;
  let common = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    const lead = bytes[at] ?? 0;
    if (lead < 0x80) continue;
    all += 1;
    if (lead >= 0xa1 && lead <= 0xdf) {
      common += 0.25;
      continue;
    }
    const trail = bytes[at + 1] ?? 0;
    if (lead >= 0x81 && lead <= 0x83) common += 1;
    else if ((lead >= 0x89 && lead <= 0x97) || (lead === 0x88 && trail >= 0x9f) || (lead === 0x98 && trail <= 0x72)) common += 1;
    at += 1;
  }
  return all === 0 ? 0 : common / all;
}

/**
 * Encoding of bytes that are not UTF-8 as a whole. Mostly good UTF-8 with damage stays utf-8, so that reading it says where the damage is;
 * the rest is GB18030 or Shift_JIS, by validity and then by what is common in each.
 */
export function legacyEncoding(sample: Buffer): TextEncoding {
  const { good, bad } = countUtf8(sample);
  if (good > bad * 2) return 'utf-8';
  const isChinese = isValid(sample, 'gb18030');
  const isJapanese = isValid(sample, 'shift_jis');
  if (isChinese !== isJapanese) return isChinese ? 'gb18030' : 'shift_jis';
  return japaneseScore(sample) > chineseScore(sample) ? 'shift_jis' : 'gb18030';
}
