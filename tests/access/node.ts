import { spawn, type ChildProcess } from 'node:child_process';
import path from 'node:path';
import { addressOf, type Endpoint, type Input, type Reply } from '../../src/kit/common/contract.ts';
import { login } from '../../src/kit/common/session/session.contract.ts';
import { testPassword } from '../product.ts';

/** A process of its own: what one node keeps in memory the other can't see. */
export class Node {
  readonly #process: ChildProcess;
  origin = '';
  token = '';

  constructor(databaseUrl: string, folder: string, settings: Readonly<Record<string, string>> = {}) {
    this.#process = spawn(process.execPath, [path.resolve(import.meta.dirname, '../../src/app/main.ts')], {
      env: {
        ...process.env,
        DATABASE_URL: databaseUrl,
        DATA_DIR: folder,
        SESSIONS_PER_PERSON: '1000',
        ADMIN_PASSWORD: testPassword,
        MASTER_KEY: '22'.repeat(32),
        PORT: '0',
        ...settings,
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
  }

  /** Waits until the product says where it is. */
  async ready(): Promise<void> {
    this.origin = await new Promise((resolve, reject) => {
      this.#process.stdout!.on('data', (piece: Buffer) => {
        const found = /http:\/\/127\.0\.0\.1:\d+/.exec(String(piece));
        if (found) resolve(found[0]);
      });
      this.#process.once('exit', (status) => reject(new Error(`The node ended with ${status} before it was ready`)));
    });
  }

  async ask<E extends Endpoint>(operation: E, input: Input<E>): Promise<{ code: number; data: Reply<E> }> {
    const reads = operation.method === 'GET';
    const query = new URLSearchParams(Object.entries(input ?? {}).map(([name, value]) => [name, String(value)]));
    const answer = await fetch(this.origin + addressOf(operation) + (reads ? `?${query.toString()}` : ''), {
      method: operation.method,
      headers: { accesstoken: this.token, ...(!reads && { 'content-type': 'application/json' }) },
      ...(!reads && { body: JSON.stringify(input) }),
    });
    return (await answer.json()) as { code: number; data: Reply<E> };
  }

  async call<E extends Endpoint>(operation: E, input: Input<E>): Promise<Reply<E>> {
    const { code, data } = await this.ask(operation, input);
    if (code !== 0) throw new Error(`${operation.path}: ${code} ${JSON.stringify(data)}`);
    return data;
  }

  async signIn(account: string): Promise<void> {
    const answer = await fetch(`${this.origin}/api/sysConsole/getVerifyId`);
    const { data } = (await answer.json()) as { data: { verifyId: string } };
    this.token = (await this.call(login, { account, password: testPassword, verifyId: data.verifyId })).accessToken;
  }

  async stop(): Promise<void> {
    const ended = new Promise((resolve) => this.#process.once('exit', resolve));
    this.#process.kill('SIGTERM');
    await ended;
  }
}
