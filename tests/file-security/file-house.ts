import { createHash, randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import sharp from 'sharp';
import { keepMade } from '../../src/kit/server/files/files.ts';
import { clientFileTicket } from '../../src/modules/file-security/common/client.contract.ts';
import { draftGet, draftPublish } from '../../src/modules/file-security/common/draft.contract.ts';
import { fileRule } from '../../src/modules/file-security/common/file-rule.contract.ts';
import { outerNetGet, outerNetUpdate } from '../../src/modules/file-security/common/outer-net.contract.ts';
import { employeeGet } from '../../src/modules/people/common/employee.contract.ts';
import { House } from '../access/house.ts';
import { TestTerminal } from '../terminal/test-terminal.ts';

/** A company with file rules, its people and their terminals. */
export class FileHouse {
  readonly house: House;
  north = '';
  south = '';
  #made = 0;

  private constructor(house: House) {
    this.house = house;
  }

  static async open(): Promise<FileHouse> {
    const files = new FileHouse(await House.open());
    files.north = await files.house.department('North');
    files.south = await files.house.department('South');
    return files;
  }

  get boss() {
    return this.house.boss;
  }

  stop(): Promise<void> {
    return this.house.stop();
  }

  /** Somebody with a terminal that is signed in. */
  async person(departments: readonly string[], name = ''): Promise<{ id: string; terminal: TestTerminal }> {
    const id = await this.house.person(departments, name);
    await this.house.product.setPassword(id);
    const terminal = new TestTerminal(this.house.product.app);
    terminal.language = 'en_US';
    await terminal.login((await this.boss.call(employeeGet, { id })).account);
    return { id, terminal };
  }

  /** A file that somebody uploaded. */
  async file(owner: string, name: string, content: Buffer | string | Iterable<Buffer>, type = 'text/plain'): Promise<string> {
    const made = await keepMade(
      this.house.product.services,
      Readable.from(typeof content === 'string' || Buffer.isBuffer(content) ? [Buffer.from(content)] : content),
      {
        name,
        type,
        purpose: 'im',
        owner,
        keepMillis: null,
      },
    );
    return made.id;
  }

  /** A picture of one colour. */
  async picture(owner: string, name = 'plan.png'): Promise<{ id: string; bytes: Buffer }> {
    const bytes = await sharp({ create: { width: 600, height: 400, channels: 3, background: '#c8dcf0' } })
      .png()
      .toBuffer();
    return { id: await this.file(owner, name, bytes, 'image/png'), bytes };
  }

  /** A rule of the draft. */
  async rule(kind: 'download' | 'send' | 'preview', more: object): Promise<string> {
    this.#made += 1;
    const usual = { name: `Rule ${this.#made}`, kind, everyone: true, mode: 'enforce' as const };
    const actions = { download: ['download'], send: ['send', 'forward'], preview: ['preview'] } as const;
    return (await this.boss.call(fileRule.add, { ...usual, actions: [...actions[kind]], ...more })).id;
  }

  /** Says which addresses are inside. */
  async inside(...values: string[]): Promise<void> {
    const { version } = await this.boss.call(outerNetGet, {});
    await this.boss.call(outerNetUpdate, { version, segments: values.map((value) => ({ value })) });
  }

  /** Puts the draft in force; answers its number. */
  async publish(): Promise<number> {
    const { published, hash } = await this.boss.call(draftGet, {});
    return (await this.boss.call(draftPublish, { number: published.number, hash, note: 'Test' })).number;
  }

  /** Asks for a ticket. */
  ticket(
    terminal: TestTerminal,
    fileId: string,
    action: 'preview' | 'download' | 'print' = 'download',
    { from, ...more }: { from?: string; recipient?: string } = {},
  ) {
    // Calls are counted by address; a terminal that roams is not held up.
    terminal.roam();
    return terminal.ask(clientFileTicket, { fileId, action, ...more }, from === undefined ? {} : { from });
  }

  async accountOf(id: string): Promise<string> {
    return (await this.boss.call(employeeGet, { id })).account;
  }

  /** Begins a download over a real connection. */
  async open(terminal: TestTerminal, ticket: string): Promise<Response> {
    const address = `${terminal.origin ?? ''}/client/file/content`;
    const token = terminal.accessToken ?? '';
    const proof = terminal.proof({
      jti: randomUUID(),
      htm: 'GET',
      htu: address,
      iat: Math.floor(Date.now() / 1000),
      ath: createHash('sha256').update(token).digest('base64url'),
    });
    return fetch(`${address}?ticket=${ticket}`, { headers: { ...terminal.facts(), accesstoken: token, dpop: proof } });
  }

  /** Fetches bytes under a ticket as a terminal does. */
  async fetch(
    terminal: TestTerminal,
    path: 'file/content' | 'file/preview',
    query: Record<string, string>,
    more: { range?: string; from?: string } = {},
  ) {
    terminal.roam();
    const token = terminal.accessToken ?? '';
    const proof = terminal.proof({
      jti: randomUUID(),
      htm: 'GET',
      htu: `http://localhost:80/client/${path}`,
      iat: Math.floor(Date.now() / 1000),
      ath: createHash('sha256').update(token).digest('base64url'),
    });
    const answer = await this.house.product.app.inject({
      method: 'GET',
      url: `/client/${path}?${new URLSearchParams(query).toString()}`,
      remoteAddress: more.from ?? terminal.address,
      headers: {
        clientapi: '1',
        appkey: 'wheelhouse',
        platform: String(terminal.platform),
        buildno: '100',
        installid: terminal.installId,
        'accept-language': terminal.language,
        accesstoken: token,
        dpop: proof,
        ...(more.range !== undefined && { range: more.range }),
      },
    });
    const isRefusal = String(answer.headers['content-type']).includes('json');
    return {
      status: answer.statusCode,
      type: String(answer.headers['content-type']),
      bytes: answer.rawPayload,
      code: isRefusal ? answer.json<{ code: number }>().code : 0,
    };
  }
}
