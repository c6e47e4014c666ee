import { createHash, createHmac, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { Endpoint, Input, Reply } from '../../src/kit/common/contract.ts';
import { confirm } from '../../src/kit/common/session/session.contract.ts';
import { definitions } from '../../src/modules/access/common/definition.ts';
import { interfaceAdd, interfacePublish, interfaceView } from '../../src/modules/access/common/interface.contract.ts';
import { interfacePrefix } from '../../src/modules/access/common/prefix.contract.ts';
import { accessKeyAdd, accessSystem } from '../../src/modules/access/common/system.contract.ts';
import { signedText } from '../../src/modules/gateway/server/caller/system-caller.ts';
import { rootDepartmentId } from '../../src/modules/people/common/root.ts';
import { signIn, startTestProduct, testPassword, type TestProduct } from '../product.ts';
import { wireOf, type Wire } from '../sign-in/console.ts';
import { TestTerminal } from '../terminal/test-terminal.ts';

/** What a target got. */
export interface Got {
  method: string;
  url: string;
  headers: IncomingMessage['headers'];
  body: string;
}

/** A system behind, over HTTP. */
export interface TestTarget {
  readonly url: string;
  readonly port: number;
  readonly got: Got[];
  answer: (got: Got, response: ServerResponse) => void;
  stop(): Promise<void>;
}

export async function startTarget(): Promise<TestTarget> {
  const got: Got[] = [];
  const target = {
    answer: (one: Got, response: ServerResponse): void => {
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ url: one.url, method: one.method, body: one.body }));
    },
  };
  const server: Server = createServer((request, response) => {
    let body = '';
    request.on('data', (piece: Buffer) => (body += piece.toString()));
    request.on('end', () => {
      const one = { method: request.method ?? '', url: request.url ?? '', headers: request.headers, body };
      got.push(one);
      target.answer(one, response);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return Object.assign(target, {
    got,
    port,
    url: `http://127.0.0.1:${port}`,
    stop: async () => {
      server.closeAllConnections();
      server.close();
    },
  });
}

/** An answer of the gateway. */
export interface GatewayAnswer {
  status: number;
  code: number;
  data: unknown;
  headers: Readonly<Record<string, unknown>>;
  body: string;
}

/** A key with what it signs. */
export interface TestKey {
  keyId: string;
  secret: string;
}

/** What a test changes about a signed call that would otherwise be right. */
interface SystemTwist {
  body?: string;
  timestamp?: string;
  nonce?: string;
  /** The body that was signed. */
  signed?: string;
  headers?: Record<string, string>;
  from?: string;
}

/** The product with systems behind it. */
export class GatewayHouse {
  readonly product: TestProduct;
  readonly wire: Wire;
  #made = 0;
  token = '';

  private constructor(product: TestProduct) {
    this.product = product;
    this.wire = wireOf(product);
  }

  static async open(...ports: number[]): Promise<GatewayHouse> {
    const house = new GatewayHouse(
      await startTestProduct(undefined, { ALLOWED_NETWORKS: ports.map((port) => `127.0.0.1:${port}`).join(',') }),
    );
    await house.confirm();
    return house;
  }

  async confirm(): Promise<void> {
    this.token = (await this.wire.call(confirm, { password: testPassword })).accessToken;
    this.product.admin.token = this.token;
  }

  call<E extends Endpoint>(operation: E, input: Input<E>): Promise<Reply<E>> {
    return this.wire.call(operation, input, this.token);
  }

  ask<E extends Endpoint>(operation: E, input: Input<E>) {
    return this.wire.ask(operation, input, this.token);
  }

  word(): string {
    return `w${(this.#made += 1)}`;
  }

  async system(more: Partial<Input<typeof accessSystem.add>> = {}): Promise<{ id: string; code: string }> {
    const code = more.code ?? this.word();
    const { id } = await this.call(accessSystem.add, { name: code, code, ownerDeptId: rootDepartmentId, calls: true, ...more });
    return { id, code };
  }

  async prefix(
    systemId: string,
    url: string,
    more: Partial<Input<typeof interfacePrefix.add>> = {},
  ): Promise<{ id: string; code: string }> {
    const code = more.code ?? this.word();
    const { id } = await this.call(interfacePrefix.add, { name: code, systemId, code, addresses: url === '' ? [] : [{ url }], ...more });
    return { id, code };
  }

  key(systemId: string, kind: 'hmac' | 'oauthClient' | 'apiKey' = 'hmac'): Promise<TestKey & { id: string }> {
    return this.call(accessKeyAdd, { systemId, name: this.word(), kind });
  }

  /** Adds and publishes an interface over HTTP; answers its id. */
  async http(
    prefixId: string,
    code: string,
    definition: Omit<Input<typeof interfaceAdd.http>['definition'], 'target'> & { target: object },
    callers: ('terminals' | 'systems' | 'internal')[] = ['terminals', 'systems'],
  ): Promise<string> {
    const whole = definitions.http.parse({ ...definition, target: { kind: 'http', ...definition.target } });
    const { id } = await this.call(interfaceAdd.http, { prefixId, code, name: code, callers, definition: whole });
    await this.publish(id);
    return id;
  }

  async publish(id: string, more: Partial<Input<typeof interfacePublish>> = {}): Promise<number> {
    const { version } = await this.call(interfaceView, { id });
    return (await this.call(interfacePublish, { id, version, note: 'test', ...more })).no;
  }

  async terminal(account = 'powerless'): Promise<TestTerminal> {
    const terminal = new TestTerminal(this.product.app);
    await terminal.login(account);
    return terminal;
  }

  /** Calls the gateway. */
  async gateway(
    method: string,
    url: string,
    { headers = {}, body, from = '127.0.0.1' }: { headers?: Record<string, string>; body?: string; from?: string } = {},
  ): Promise<GatewayAnswer> {
    const response = await this.product.app.inject({
      method: method as 'GET',
      url,
      remoteAddress: from,
      headers: { 'accept-language': 'en', ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
      ...(body !== undefined && { payload: body }),
    });
    const envelope = response.body.startsWith('{') ? (JSON.parse(response.body) as { code?: number; data?: unknown }) : {};
    return { status: response.statusCode, code: envelope.code ?? -1, data: envelope.data, headers: response.headers, body: response.body };
  }

  /** Headers by which a terminal calls. */
  terminalHeaders(terminal: TestTerminal, method: string, url: string, body?: string): Record<string, string> {
    const hash = (text: string): string => createHash('sha256').update(text).digest('base64url');
    const claims = {
      jti: randomUUID(),
      htm: method,
      htu: `http://localhost:80${url.split('?')[0]}`,
      iat: Math.floor(Date.now() / 1000),
      ath: hash(terminal.accessToken ?? ''),
      ...(method !== 'GET' && { bh: hash(body ?? '') }),
    };
    return {
      clientapi: '1',
      appkey: 'wheelhouse',
      platform: String(terminal.platform),
      buildno: '100',
      installid: terminal.installId,
      accesstoken: terminal.accessToken ?? '',
      dpop: terminal.proof(claims),
    };
  }

  byTerminal(terminal: TestTerminal, method: string, url: string, body?: string): Promise<GatewayAnswer> {
    const headers = this.terminalHeaders(terminal, method, url, body);
    return this.gateway(method, url, { headers, from: terminal.address, ...(body !== undefined && { body }) });
  }

  bySystem(key: TestKey, method: string, url: string, twist: SystemTwist = {}): Promise<GatewayAnswer> {
    const { timestamp = String(Date.now()), nonce = randomUUID(), body = '' } = twist;
    const text = signedText({ method, url, body: Buffer.from(twist.signed ?? body), timestamp, nonce });
    const headers = {
      'x-key-id': key.keyId,
      'x-timestamp': timestamp,
      'x-nonce': nonce,
      'x-signature': createHmac('sha256', key.secret).update(text).digest('base64'),
      ...twist.headers,
    };
    return this.gateway(method, url, { headers, ...(twist.from !== undefined && { from: twist.from }), ...(body !== '' && { body }) });
  }

  signIn(account: string): Promise<string> {
    return signIn(this.product.app, account, testPassword);
  }

  /** Opens a port for what is told on the wire itself. */
  async listen(): Promise<{ port: number }> {
    await this.product.app.listen({ port: 0, host: '127.0.0.1' });
    return { port: (this.product.app.server.address() as AddressInfo).port };
  }

  stop(): Promise<void> {
    return this.product.stop();
  }
}
