import { createHash, generateKeyPairSync, randomUUID, sign, type KeyObject } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { clientAddress, type ClientEndpoint, type ClientGiven, type ClientReply } from '../../src/kit/common/client/client-endpoint.ts';
import { queryOf } from '../../src/kit/common/address.ts';
import { clientSync } from '../../src/modules/contacts/common/client.contract.ts';
import { clientLogin, clientRefresh, verifyGet } from '../../src/modules/terminal/common/auth.contract.ts';
import { deviceAck, deviceBind, deviceChallenge, deviceCommands, deviceEnrol } from '../../src/modules/devices/common/client.contract.ts';
import { testPassword } from '../product.ts';
import { TestDevice } from './test-device.ts';

/** An answer of the wire. */
export interface TerminalAnswer<T = unknown> {
  status: number;
  code: number;
  msg: string;
  data: T;
  headers: Readonly<Record<string, unknown>>;
}

/** What a test changes about a call that would otherwise be right. */
export interface Twist {
  headers?: Record<string, string | undefined>;
  /** Claims of the proof. */
  claims?: Record<string, unknown>;
  /** Whose key proves. */
  key?: TestTerminal;
  /** This very proof. */
  proof?: string;
  noProof?: true;
  token?: string | null;
  from?: string;
  /** Another node of the same product, by its origin. */
  origin?: string;
}

const base64url = (value: string | Buffer): string => Buffer.from(value).toString('base64url');
const sha256 = (text: string): string => createHash('sha256').update(text).digest('base64url');

let addresses = 0;
const nextAddress = (): string => `10.40.${(addresses += 1) >> 8}.${addresses & 255}`;

async function fetched(url: string, init: RequestInit) {
  const answer = await fetch(url, init);
  return { statusCode: answer.status, headers: Object.fromEntries(answer.headers), body: await answer.text() };
}

/** A terminal: an HTTP client with a key of its own, its tokens, and a copy of the directory with its cursor. Proofs are made by node:crypto, so that another implementation agrees with the server's. */
export class TestTerminal {
  readonly app: FastifyInstance | undefined;
  /** Where it calls, by a port; without one the product of the same process. */
  origin: string | undefined;
  readonly installId = randomUUID();
  address = nextAddress();
  readonly platform: number;
  /** Every byte that it was answered. */
  readonly heard: string[] = [];
  /** Its copy of the directory, and how far that goes. */
  readonly copy = new Map<string, unknown>();
  cursor: string | undefined;
  accessToken: string | null = null;
  refreshToken = '';
  language = 'en';
  readonly #key: KeyObject;
  readonly #jwk: Record<string, unknown>;
  /** Its device: what it was told, and what it has done. */
  readonly device = new TestDevice();

  constructor(product: FastifyInstance | string, platform = 2) {
    if (typeof product === 'string') this.origin = product;
    else this.app = product;
    this.platform = platform;
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    this.#key = privateKey;
    const { kty, crv, x, y } = publicKey.export({ format: 'jwk' });
    this.#jwk = { kty, crv, x, y };
  }

  /** The public part of its key. */
  get publicKey(): { kty: string; crv: string; x: string; y: string } {
    return this.#jwk as { kty: string; crv: string; x: string; y: string };
  }

  /** RFC 7638 thumbprint of its key. */
  get thumbprint(): string {
    const { crv, kty, x, y } = this.publicKey;
    return sha256(JSON.stringify({ crv, kty, x, y }));
  }

  /** What it says, signed by its key: acknowledgements of commands. */
  signed(payload: Record<string, unknown>): string {
    const text = `${base64url(JSON.stringify({ alg: 'ES256' }))}.${base64url(JSON.stringify(payload))}`;
    return `${text}.${base64url(sign('sha256', Buffer.from(text), { key: this.#key, dsaEncoding: 'ieee-p1363' }))}`;
  }

  /** Makes its key a device. */
  async enrol(more: Partial<ClientGiven<typeof deviceEnrol>> = {}) {
    const { nonce } = await this.call(deviceChallenge, { platform: this.platform as 2 });
    const answer = await this.ask(deviceEnrol, {
      nonce,
      signingKey: this.publicKey,
      name: `Test ${this.platform}`,
      capabilities: ['lockApp', 'eraseApp', 'signOut', 'message', 'refresh'],
      ...more,
    });
    if (answer.code === 0) this.device.enrolled(answer.data, this.publicKey);
    return answer;
  }

  /** Fetches what it is told, obeys, and says what became of it. */
  async obey(): Promise<string[]> {
    const { commands } = await this.call(deviceCommands, {});
    const said = commands.flatMap((jws) => this.device.obey(jws) ?? []);
    if (said.length > 0) await this.call(deviceAck, { acknowledgements: said.map((one) => this.signed(one)) });
    return said.map(({ kind }) => kind);
  }

  /** What it says about itself with every call. */
  facts(): Record<string, string> {
    return {
      clientapi: '1',
      appkey: 'wheelhouse',
      platform: String(this.platform),
      buildno: '100',
      installid: this.installId,
      'accept-language': this.language,
    };
  }

  /** A proof of this terminal's key (RFC 9449). */
  proof(claims: Record<string, unknown>, header: Record<string, unknown> = {}): string {
    const head = base64url(JSON.stringify({ typ: 'dpop+jwt', alg: 'ES256', jwk: this.#jwk, ...header }));
    const body = base64url(JSON.stringify(claims));
    const signature = sign('sha256', Buffer.from(`${head}.${body}`), { key: this.#key, dsaEncoding: 'ieee-p1363' });
    return `${head}.${body}.${base64url(signature)}`;
  }

  /** Calls an operation as a terminal does, and answers whatever comes back. */
  async ask<E extends ClientEndpoint>(operation: E, input: ClientGiven<E>, twist: Twist = {}): Promise<TerminalAnswer<ClientReply<E>>> {
    const address = clientAddress(operation);
    const reads = operation.method === 'GET';
    const body = reads ? undefined : JSON.stringify(input);
    const origin = twist.origin ?? this.origin;
    const token = twist.token === undefined ? (operation.session === null ? null : this.accessToken) : twist.token;
    const claims = {
      jti: randomUUID(),
      htm: operation.method,
      htu: `${origin ?? 'http://localhost:80'}${address}`,
      iat: Math.floor(Date.now() / 1000),
      ...(token !== null && { ath: sha256(token) }),
      ...(body !== undefined && { bh: sha256(body) }),
      ...twist.claims,
    };
    const given: Record<string, string | undefined> = {
      ...this.facts(),
      ...(token !== null && { accesstoken: token }),
      ...(!twist.noProof && { dpop: twist.proof ?? (twist.key ?? this).proof(claims) }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...twist.headers,
    };
    const headers = Object.fromEntries(Object.entries(given).filter((one): one is [string, string] => one[1] !== undefined));
    const url = address + (reads ? queryOf(input as Record<string, unknown>) : '');
    const response = await (origin === undefined
      ? this.app!.inject({
          method: operation.method,
          url,
          headers,
          remoteAddress: twist.from ?? this.address,
          ...(body !== undefined && { payload: body }),
        })
      : fetched(origin + url, { method: operation.method, headers, ...(body !== undefined && { body }) }));
    this.heard.push(response.body);
    const isEnvelope = String(response.headers['content-type']).includes('json') && response.body !== '';
    const envelope = isEnvelope
      ? (JSON.parse(response.body) as Omit<TerminalAnswer<ClientReply<E>>, 'status' | 'headers'>)
      : { code: 0, msg: '', data: response.body as ClientReply<E> };
    return { status: response.statusCode, headers: response.headers, ...envelope };
  }

  /** Calls an operation that must succeed. */
  async call<E extends ClientEndpoint>(operation: E, input: ClientGiven<E>): Promise<ClientReply<E>> {
    const answer = await this.ask(operation, input);
    if (answer.code !== 0) throw new Error(`${operation.path}: ${answer.code} ${answer.msg} ${JSON.stringify(answer.data)}`);
    return answer.data;
  }

  /** Tries to sign in, and keeps the tokens when it succeeds. */
  async tryLogin(account: string, password = testPassword, more: Partial<ClientGiven<typeof clientLogin>> = {}, twist: Twist = {}) {
    const { verifyId } = (await this.ask(verifyGet, {}, twist.from === undefined ? {} : { from: twist.from })).data;
    const answer = await this.ask(clientLogin, { kind: 'local', account, password, verifyId, ...more }, twist);
    if (answer.code === 0) this.keep(answer.data);
    return answer;
  }

  /** Signs in, and has its device bound where that is asked for. */
  async login(account: string, password = testPassword): Promise<ClientReply<typeof clientLogin>> {
    const answer = await this.tryLogin(account, password);
    if (answer.code !== 0) throw new Error(`login: ${answer.code} ${answer.msg} ${JSON.stringify(answer.data)}`);
    if (answer.data.stage !== 'enrol') return answer.data;
    await this.enrol();
    await this.call(deviceBind, {});
    return { ...answer.data, stage: 'full', next: null };
  }

  keep({ accessToken, refreshToken }: { accessToken: string; refreshToken: string }): void {
    this.accessToken = accessToken;
    this.refreshToken = refreshToken;
  }

  /** Brings the copy up to date, in pieces of a few people. */
  async sync(limit = 50): Promise<{ resets: number }> {
    let resets = 0;
    for (let more = true; more;) {
      const piece = await this.call(clientSync, { limit, ...(this.cursor !== undefined && { cursor: this.cursor }) });
      if (piece.reset) {
        resets += 1;
        this.copy.clear();
      }
      for (const id of piece.removals) this.copy.delete(id);
      for (const row of piece.upserts) this.copy.set(row.id, row);
      this.cursor = piece.cursor;
      more = piece.more;
    }
    return { resets };
  }

  /** Calls from another address, as a phone on its way does: its calls are counted anew there. */
  roam(): void {
    this.address = nextAddress();
  }

  /** Renews the tokens. */
  async refresh(requestId: string = randomUUID()): Promise<void> {
    this.keep(await this.call(clientRefresh, { refreshToken: this.refreshToken, requestId }));
  }
}
