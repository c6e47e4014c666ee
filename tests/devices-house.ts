import { sql } from 'kysely';
import type { Endpoint, Input, Reply } from '../src/kit/common/contract.ts';
import { deviceBind } from '../src/modules/devices/common/client.contract.ts';
import { bindRule, everyoneRuleId } from '../src/modules/devices/common/rule.contract.ts';
import { bindConfigGet, bindConfigUpdate } from '../src/modules/devices/common/settings.contract.ts';
import { runDueErasures } from '../src/modules/devices/server/erase/run-due.ts';
import { clientSessions } from '../src/modules/terminal/common/auth.contract.ts';
import { House } from './access/house.ts';
import { TestTerminal } from './terminal/test-terminal.ts';

/** A company whose devices are bound. */
export class DeviceHouse {
  readonly house: House;
  /** Every terminal that was bound so far, with the account of its person. */
  readonly terminals: { readonly terminal: TestTerminal; readonly account: string }[] = [];

  private constructor(house: House) {
    this.house = house;
  }

  static async open(): Promise<DeviceHouse> {
    const house = await House.open();
    const { version } = await house.boss.call(bindConfigGet, {});
    await house.boss.call(bindConfigUpdate, { version, enabled: 1 });
    return new DeviceHouse(house);
  }

  get db() {
    return this.house.product.database.db;
  }

  call<E extends Endpoint>(operation: E, input: Input<E>): Promise<Reply<E>> {
    return this.house.boss.call(operation, input);
  }

  /** A terminal of somebody that is bound and signed in. */
  async bound(uid: string, platform = 2): Promise<TestTerminal> {
    const { account } = (await sql<{ account: string }>`select account from employee where id = ${uid}::uuid`.execute(this.db)).rows[0]!;
    await this.house.product.setPassword(uid);
    const one = new TestTerminal(this.house.product.app, platform);
    for (const { code } of [await one.tryLogin(account), await one.enrol()])
      if (code !== 0) throw new Error(`The terminal does not come in: ${code}`);
    this.terminals.push({ terminal: one, account });
    await one.call(deviceBind, {});
    await one.call(clientSessions, {});
    return one;
  }

  /** Changes the rule that holds for whom no other one does. */
  async everyone(change: Record<string, unknown>): Promise<void> {
    const { version } = await this.call(bindRule.get, { id: everyoneRuleId });
    await this.call(bindRule.update, { id: everyoneRuleId, version, ...change });
  }

  /** Lets the minute pass in which erasures can be stopped. */
  async minutePasses(): Promise<void> {
    await sql`update erase_order set hold_until = 0 where state = 'hold'`.execute(this.db);
    await runDueErasures(this.house.product.services);
  }
}
