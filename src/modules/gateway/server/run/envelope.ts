const before = Buffer.from('{"code":0,"msg":"ok","data":');
const behind = Buffer.from('}');

/** The bytes of an answer in the product's envelope. */
export const envelopeOf = (data: unknown): Buffer => Buffer.from(JSON.stringify({ code: 0, msg: 'ok', data }));

/** The same around JSON that is bytes already: numbers stay as the system behind wrote them. */
export const envelopeAround = (json: Buffer): Buffer => Buffer.concat([before, json, behind]);
