declare module 'subset-font' {
  /** A font of the characters of a text alone, with axes of a variable one pinned. */
  export default function subsetFont(
    font: Buffer,
    text: string,
    options: { targetFormat: 'truetype'; variationAxes?: Readonly<Record<string, number>> },
  ): Promise<Buffer>;
}
