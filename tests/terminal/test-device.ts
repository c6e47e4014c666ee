import { createHash, createPublicKey, verify, type JsonWebKey } from 'node:crypto';

interface Command {
  id: string;
  deviceId: string;
  deviceKey: string;
  enrolment: number;
  seq: number;
  kind: string;
  params: Record<string, unknown>;
}

/** What a device says of a command; signed by its terminal. */
export interface Said extends Record<string, unknown> {
  commandId: string;
  kind: string;
}

const thumbprintOf = ({ crv, kty, x, y }: { crv: string; kty: string; x: string; y: string }): string =>
  createHash('sha256').update(JSON.stringify({ crv, kty, x, y })).digest('base64url');

/** The device of a test terminal: it holds files, trusts the keys that it was given when it enrolled, and obeys what these signed for it. Verified by node:crypto alone, so that two implementations agree. */
export class TestDevice {
  id = '';
  /** Its store: emptied by an erasure, and by nothing else. */
  files = new Map([['report.docx', 'figures of the company']]);
  locked = false;
  /** What it was told to show. */
  readonly shown: string[] = [];
  /** Ids of commands that it has done, with what it said. */
  readonly done = new Map<string, Said>();
  #keys = new Map<string, JsonWebKey>();
  #thumbprint = '';
  #last = 0;

  enrolled(
    { deviceId, keys }: { deviceId: string; keys: { keys: Record<string, string>[] } },
    key: { crv: string; kty: string; x: string; y: string },
  ): void {
    this.id = deviceId;
    this.#thumbprint = thumbprintOf(key);
    this.#keys = new Map(keys.keys.map((one) => [one['kid'] ?? '', one]));
  }

  /** Does a command if it is signed for this device, and answers what is to be said of it; nothing where it is not for it. */
  obey(jws: string): Said | undefined {
    const [head = '', body = '', signature = ''] = jws.split('.');
    const { kid, alg, typ } = JSON.parse(Buffer.from(head, 'base64url').toString()) as { kid: string; alg: string; typ: string };
    const key = this.#keys.get(kid);
    if (!key || alg !== 'ES256' || typ !== 'command+jws') return undefined;
    const isSigned = verify(
      'sha256',
      Buffer.from(`${head}.${body}`),
      { key: createPublicKey({ key, format: 'jwk' }), dsaEncoding: 'ieee-p1363' },
      Buffer.from(signature, 'base64url'),
    );
    const command = JSON.parse(Buffer.from(body, 'base64url').toString()) as Command;
    if (!isSigned || command.deviceKey !== this.#thumbprint || command.deviceId !== this.id) return undefined;
    const known = this.done.get(command.id);
    if (known) return known;
    if (command.seq <= this.#last) return undefined;
    this.#last = command.seq;
    const result = this.#execute(command);
    const said = {
      commandId: command.id,
      commandHash: createHash('sha256').update(jws).digest('base64url'),
      status: 'done',
      at: Date.now(),
      kind: command.kind,
      result,
    };
    this.done.set(command.id, said);
    return said;
  }

  #execute({ kind, params }: Command): Record<string, unknown> {
    if (kind === 'lockApp') this.locked = true;
    if (kind === 'unlockApp') this.locked = false;
    if (kind === 'message') this.shown.push(String(params['text']));
    if (kind !== 'eraseApp') return {};
    const files = this.files.size;
    this.files.clear();
    return { files };
  }
}
