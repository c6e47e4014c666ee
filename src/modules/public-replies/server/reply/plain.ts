/** A text as it is compared: full-width and half-width signs alike, in lower case, trimmed, every run of spaces one space. */
export const plain = (text: string): string => text.normalize('NFKC').toLowerCase().trim().replaceAll(/\s+/gu, ' ');
