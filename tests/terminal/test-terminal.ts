import { createHash, generateKeyPairSync, randomUUID, sign, type KeyObject } from 'node:crypto';
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import { clientAddress, type ClientEndpoint, type ClientGiven, type ClientReply } from '../../src/kit/common/client/client-endpoint.ts';
import { queryOf } from '../../src/kit/common/address.ts';
import { clientLogin, clientRefresh, verifyGet } from '../../src/modules/terminal/common/auth.contract.ts';
import { testPassword } from '../product.ts';

/** An answer of the wire. */
export interface TerminalAnswer<T = unknown> {
  status: number;
  code: number;
  msg: string;
  data: T;
  headers: LightMyRequestResponse['headers'];
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
}

const base64url = (value: string | Buffer): string => Buffer.from(value).toString('base64url');
const sha256 = (text: string): string => createHash('sha256').update(text).digest('base64url');

let addresses = 0;

/** A terminal: an HTTP client with a key of its own, its tokens and ETags. Proofs are made by node:crypto, so that another implementation agrees with the server's. */
export class TestTerminal {
  readonly app: FastifyInstance;
  readonly installId = randomUUID();
  readonly address = `10.40.${(addresses += 1) >> 8}.${addresses & 255}`;
  readonly platform: number;
  readonly tags = new Map<string, string>();
  accessToken: string | null = null;
  refreshToken = '';
  language = 'en';
  readonly #key: KeyObject;
  readonly #jwk: Record<string, unknown>;

  constructor(app: FastifyInstance, platform = 2) {
    this.app = app;
    this.platform = platform;
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    this.#key = privateKey;
    const { kty, crv, x, y } = publicKey.export({ format: 'jwk' });
    this.#jwk = { kty, crv, x, y };
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
    const token = twist.token === undefined ? (operation.session === null ? null : this.accessToken) : twist.token;
    const claims = {
      jti: randomUUID(),
      htm: operation.method,
      htu: `http://localhost:80${address}`,
      iat: Math.floor(Date.now() / 1000),
      ...(token !== null && { ath: sha256(token) }),
      ...(body !== undefined && { bh: sha256(body) }),
      ...twist.claims,
    };
    const given: Record<string, string | undefined> = {
      clientapi: '1',
      appkey: 'wheelhouse',
      platform: String(this.platform),
      buildno: '100',
      installid: this.installId,
      'accept-language': this.language,
      ...(token !== null && { accesstoken: token }),
      ...(!twist.noProof && { dpop: twist.proof ?? (twist.key ?? this).proof(claims) }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...twist.headers,
    };
    const headers = Object.fromEntries(Object.entries(given).filter((one): one is [string, string] => one[1] !== undefined));
    const response = await this.app.inject({
      method: operation.method,
      url: address + (reads ? queryOf(input as Record<string, unknown>) : ''),
      headers,
      remoteAddress: twist.from ?? this.address,
      ...(body !== undefined && { payload: body }),
    });
    const isEnvelope = String(response.headers['content-type']).includes('json') && response.body !== '';
    const envelope = isEnvelope
      ? response.json<Omit<TerminalAnswer<ClientReply<E>>, 'status' | 'headers'>>()
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

  /** Signs in. */
  async login(account: string, password = testPassword): Promise<ClientReply<typeof clientLogin>> {
    const answer = await this.tryLogin(account, password);
    if (answer.code !== 0) throw new Error(`login: ${answer.code} ${answer.msg} ${JSON.stringify(answer.data)}`);
    return answer.data;
  }

  keep({ accessToken, refreshToken }: { accessToken: string; refreshToken: string }): void {
    this.accessToken = accessToken;
    this.refreshToken = refreshToken;
  }

  /** Renews the tokens. */
  async refresh(requestId: string = randomUUID()): Promise<void> {
    this.keep(await this.call(clientRefresh, { refreshToken: this.refreshToken, requestId }));
  }
}
