import { spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { TEMPLATE } from '../../src/kit/testing/global-setup.ts';
import { addressOf, type Endpoint, type Input, type Reply } from '../../src/kit/common/contract.ts';
import { getUser, login } from '../../src/kit/common/session/session.contract.ts';
import { sysRole } from '../../src/modules/system/common/role.contract.ts';
import { employeeAdd, employeeDisable, employeeList, employeePassword } from '../../src/modules/user-centre/common/employee.contract.ts';
import { userManagement } from '../../src/modules/user-centre/common/permissions.ts';
import { rootDepartmentId } from '../../src/modules/user-centre/common/root.ts';
import { testPassword } from '../product.ts';

/** A process of its own: what one node keeps in memory the other can't see. */
class Node {
  readonly #process: ChildProcess;
  #origin = '';
  token = '';

  constructor(databaseUrl: string, folder: string) {
    this.#process = spawn(process.execPath, [path.resolve(import.meta.dirname, '../../src/app/main.ts')], {
      env: {
        ...process.env,
        DATABASE_URL: databaseUrl,
        DATA_DIR: folder,
        SESSIONS_PER_PERSON: '1000',
        ADMIN_PASSWORD: testPassword,
        MASTER_KEY: '22'.repeat(32),
        PORT: '0',
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
  }

  /** Waits until the product says where it is. */
  async ready(): Promise<void> {
    this.#origin = await new Promise((resolve, reject) => {
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
    const answer = await fetch(this.#origin + addressOf(operation) + (reads ? `?${query.toString()}` : ''), {
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
    const answer = await fetch(`${this.#origin}/api/sysConsole/getVerifyId`);
    const { data } = (await answer.json()) as { data: { verifyId: string } };
    this.token = (await this.call(login, { account, password: testPassword, verifyId: data.verifyId })).accessToken;
  }

  async stop(): Promise<void> {
    const ended = new Promise((resolve) => this.#process.once('exit', resolve));
    this.#process.kill('SIGTERM');
    await ended;
  }
}

const server = inject('testServer');
const name = `nodes_${randomBytes(6).toString('hex')}`;
const folders = [mkdtempSync(path.join(tmpdir(), 'wheelhouse-node-')), mkdtempSync(path.join(tmpdir(), 'wheelhouse-node-'))];
let one: Node;
let other: Node;

async function administer(statement: string): Promise<void> {
  const client = new pg.Client({ ...server, database: 'postgres' });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}

beforeAll(async () => {
  await administer(`create database ${name} template ${TEMPLATE}`);
  const url = `postgres://${server.user}@localhost:${server.port}/${name}?host=${encodeURIComponent(server.host)}`;
  one = new Node(url, folders[0]!);
  await one.ready();
  other = new Node(url, folders[1]!);
  await other.ready();
  await one.signIn('admin');
}, 300_000);
afterAll(async () => {
  await Promise.all([one.stop(), other.stop()]);
  await administer(`drop database if exists ${name} with (force)`);
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

test('A right taken on one node is gone on the other: the role, the person, and back', async () => {
  const assignments = [{ departmentId: rootDepartmentId, primary: true }];
  const { id } = await one.call(employeeAdd, { account: 'far', name: 'Far', assignments });
  await one.call(employeePassword, { id, mode: 'set', password: testPassword, mustChange: false });
  const keeping = await one.call(sysRole.save, { name: 'Keeping', code: 'keeping' });
  const { roleId } = await one.call(sysRole.save, { name: 'Reading', code: 'reading' });
  for (const [role, codes] of [
    [roleId, [userManagement.code]],
    [keeping.roleId, [userManagement.button.add]],
  ] as const) {
    const { version } = await one.call(sysRole.find, { roleId: role });
    await one.call(sysRole.saveResources, { roleId: role, version, codes: [...codes] });
    await one.call(sysRole.assignEmployees, { roleId: role, ids: [id] });
  }
  await other.signIn('far');
  const codeThere = async () => (await other.ask(employeeList, { pageSize: 20 })).code;
  for (let round = 0; round < 3; round += 1) {
    await expect.poll(codeThere, { timeout: 3000, interval: 50 }).toBe(0);
    await one.call(sysRole.disable, { ids: [roleId] });
    await expect.poll(codeThere, { timeout: 3000, interval: 50 }).toBe(65002);
    await one.call(sysRole.enable, { ids: [roleId] });
  }
  await one.call(employeeDisable, { ids: [id] });
  await expect.poll(async () => (await other.ask(getUser, {})).code, { timeout: 3000, interval: 50 }).toBe(65003);
});
