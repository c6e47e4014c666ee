/** Takes exact numbers of bytes out of a stream of pieces. */
export class ByteReader {
  readonly #source: AsyncIterator<Uint8Array>;
  #rest: Buffer = Buffer.alloc(0);

  constructor(source: AsyncIterable<Uint8Array>) {
    this.#source = source[Symbol.asyncIterator]();
  }

  /** The next `count` bytes; fewer only when the stream has ended. */
  async take(count: number): Promise<Buffer> {
    const parts = [this.#rest];
    let size = this.#rest.length;
    while (size < count) {
      const next = await this.#source.next();
      if (next.done) break;
      const part = Buffer.from(next.value.buffer, next.value.byteOffset, next.value.byteLength);
      parts.push(part);
      size += part.length;
    }
    const whole = parts.length === 1 ? this.#rest : Buffer.concat(parts);
    this.#rest = whole.subarray(count);
    return whole.subarray(0, count);
  }

  /** Lets the source free what it holds. */
  async close(): Promise<void> {
    await this.#source.return?.();
  }
}
