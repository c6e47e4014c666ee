import { createHmac, randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { sysApi, sysApiGrant } from '../../src/modules/open-api/common/open-api.contract.ts';
import { signedText } from '../../src/modules/gateway/server/public.ts';
import { employeeAdd } from '../../src/modules/people/common/employee.contract.ts';
import { rootDepartmentId } from '../../src/modules/people/common/root.ts';
import * as client from '../../src/modules/todo-forms/common/item/client.contract.ts';
import { answerTimes } from '../../src/modules/todo-forms/server/item/send/times.ts';
import { makeSystem, type MadeSystem } from '../../src/modules/todo-forms/testing/item/make-system.ts';
import { GatewayHouse, startTarget, type Got, type TestKey, type TestTarget } from '../access-service/gateway-house.ts';
import type { TestTerminal } from './test-terminal.ts';

const functions = ['todo/add', 'todo/update', 'todo/finish', 'todo/withdraw', 'todo/get', 'todo/open'] as const;

/** What became of a push. */
export interface Taken {
  list: { outId: string; itemId: string; code?: number; path?: string }[];
  accepted: number;
  refused: number;
}

/** The product with a business system that pushes to-dos and checks who tells it answers, and two people with a terminal each. */
export class TodoHouse {
  readonly house: GatewayHouse;
  readonly target: TestTarget;
  /** What the business system has committed, by the id of the answer. */
  readonly committed = new Map<string, number>();
  readonly uids = new Map<string, string>();
  system!: MadeSystem;
  key!: TestKey;
  accessId = '';
  ann!: TestTerminal;
  bob!: TestTerminal;
  #pushed = 0;

  private constructor(house: GatewayHouse, target: TestTarget) {
    [this.house, this.target] = [house, target];
  }

  static async open(): Promise<TodoHouse> {
    const target = await startTarget();
    const own = new TodoHouse(await GatewayHouse.open(target.port), target);
    const { house } = own;
    const { services } = house.product;
    for (const account of ['ann', 'bob']) await own.person(account);
    const access = await house.system({ code: 'erp' });
    [own.accessId, own.key] = [access.id, await house.key(access.id)];
    for (const code of functions) {
      const { id } = await house.call(sysApi.add, { code });
      await house.call(sysApiGrant, { id, systemId: access.id });
    }
    const answerUrl = `${target.url}/answers`;
    own.system = await makeSystem(services, { code: 'erp', ownerDeptId: rootDepartmentId, accessSystemId: access.id, answerUrl });
    Object.assign(answerTimes(services), { pauses: [50, 50], restMillis: 50 });
    [own.ann, own.bob] = [await house.terminal('ann'), await house.terminal('bob')];
    own.reset();
    return own;
  }

  async person(account: string): Promise<string> {
    const assignments = [{ departmentId: rootDepartmentId, primary: true }];
    const { id } = await this.house.call(employeeAdd, { account, name: account, assignments });
    await this.house.product.setPassword(id);
    this.uids.set(account, id);
    return id;
  }

  /** The system confirms everything again. */
  reset(): void {
    this.target.answer = (got, response) => this.commit(got, response);
  }

  /** Commits an answer whose signature is right, and says so. */
  commit(got: Got, response: ServerResponse, said: object = { code: 0 }): void {
    const { 'x-timestamp': timestamp, 'x-nonce': nonce, 'x-signature': signature } = got.headers as Record<string, string>;
    const text = signedText({ method: 'POST', url: got.url, body: Buffer.from(got.body), timestamp: timestamp!, nonce: nonce! });
    const isRight = createHmac('sha256', this.system.secret).update(text).digest('base64') === signature;
    const { answerId } = JSON.parse(got.body) as { answerId: string };
    if (isRight) this.committed.set(answerId, 1);
    response.statusCode = isRight ? 200 : 401;
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(said));
  }

  ask(code: (typeof functions)[number], body: object) {
    return this.house.bySystem(this.key, 'POST', `/gateway/sys/${code}`, { body: JSON.stringify(body) });
  }

  item(more: Record<string, unknown> = {}) {
    this.#pushed += 1;
    return { outId: `o${this.#pushed}`, template: 'expense', data: { applicant: 'Li', amount: 12.5 }, people: ['ann'], ...more };
  }

  /** Pushes one item. */
  async push(more: Record<string, unknown> = {}): Promise<{ itemId: string; outId: string }> {
    const answer = await this.ask('todo/add', { items: [this.item(more)] });
    const { list, accepted } = answer.data as Taken;
    if (answer.code !== 0 || accepted !== 1) throw new Error(`The push was refused: ${answer.body}`);
    return list[0]!;
  }

  /** What somebody would answer, as the item stands now. */
  async answerOf(terminal: TestTerminal, itemId: string, more: Record<string, unknown> = {}) {
    const { stage, revision } = await terminal.call(client.clientTodoGet, { itemId });
    return { answerId: randomUUID(), itemId, stage, revision, action: 'approve', ...more };
  }

  /** Waits until an item is for somebody as it should be. */
  async until(terminal: TestTerminal, itemId: string, wanted: (one: client.ClientItemDetail) => boolean): Promise<client.ClientItemDetail> {
    for (let tries = 0; ; tries += 1) {
      const one = await terminal.call(client.clientTodoGet, { itemId });
      if (wanted(one) || tries > 400) return one;
      terminal.roam();
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  async stop(): Promise<void> {
    await this.house.stop();
    await this.target.stop();
  }
}
