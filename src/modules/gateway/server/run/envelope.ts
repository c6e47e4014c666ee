/** The bytes of an answer in the product's envelope. */
export const envelopeOf = (data: unknown): Buffer => Buffer.from(JSON.stringify({ code: 0, msg: 'ok', data }));
