import { Readable } from 'node:stream';

/** Encrypts for one device in the format age-encryption.org/v1, as the bytes come. */
export async function encrypted(stream: Readable, recipient: string): Promise<Readable> {
  const { Encrypter } = await import('age-encryption');
  const encrypter = new Encrypter();
  encrypter.addRecipient(recipient);
  const pieces: AsyncIterator<Uint8Array> = stream[Symbol.asyncIterator]();
  const plain = new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      const { done, value } = await pieces.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
  });
  return Readable.from(piecesOf(await encrypter.encrypt(plain)));
}

async function* piecesOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = stream.getReader();
  for (let piece = await reader.read(); !piece.done; piece = await reader.read()) yield piece.value;
}
