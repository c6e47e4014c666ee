import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { clientCan, clientPerson, clientSearch } from '#modules/contacts/common/client.contract.ts';
import { belongsSave, specialUser } from '#modules/contacts/common/special.contract.ts';
import { employeeAdd, employeePassword } from '../src/modules/people/common/employee.contract.ts';
import { rootDepartmentId } from '../src/modules/people/common/root.ts';
import { readSettings } from '#platform/settings.ts';
import { startProduct } from '../src/app/start-product.ts';
import { signIn } from '../tests/product.ts';
import { wireOf } from '../tests/sign-in/console.ts';
import { TestTerminal } from '../tests/terminal/test-terminal.ts';
import type { Figure } from './lib/figure.ts';
import { benchPassword } from './lib/house.ts';
import { timed } from './lib/measure.ts';

const pairs = 300;
const hiddenPeople = 40;
/** So far from one half chance alone hardly ever leads in 300 pairs. */
const [least, most] = [40, 60];

/** Whether time tells a hidden person from an id of nobody: in how many of 300 pairs of calls the hidden one took longer. */
export async function hidden(): Promise<Figure[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'wheelhouse-hidden-'));
  const settings = readSettings({ DATA_DIR: folder, ADMIN_PASSWORD: benchPassword, LOG_LEVEL: 'silent', PORT: '0' }, folder);
  // In this process: what the network adds would hide what is looked for.
  const product = await startProduct(settings, { listen: false });
  try {
    const { app } = product;
    const admin = wireOf({ app, admin: { token: await signIn(app, 'admin', benchPassword) } });
    const assignments = [{ departmentId: rootDepartmentId, primary: true }];
    const { id: viewer } = await admin.call(employeeAdd, { account: 'viewer', name: 'Viewer', assignments });
    await admin.call(employeePassword, { id: viewer, mode: 'set', password: benchPassword, mustChange: false });
    const people: string[] = [];
    for (let at = 0; at < hiddenPeople; at += 1)
      people.push((await admin.call(employeeAdd, { account: `h${at}`, name: `H ${at}`, employeeNo: `S${at}`, assignments })).id);
    const rule = { name: 'Hidden', code: 'hidden', ownerDeptId: rootDepartmentId, mode: 'hidden' as const };
    const { roleId } = await admin.call(specialUser.save, rule);
    await admin.call(belongsSave, { roleId, parties: people.map((id) => ({ kind: 'employee' as const, id })) });
    const phone = new TestTerminal(app);
    await phone.login('viewer', benchPassword);
    return await figuresOf(phone, people);
  } finally {
    await product.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function figuresOf(phone: TestTerminal, people: readonly string[]): Promise<Figure[]> {
  const nobody = (at: number): string => `01a00000-0000-7000-8000-${String(at).padStart(12, '0')}`;
  const calls: [what: string, hiddenOne: (at: number) => Promise<unknown>, unknown: (at: number) => Promise<unknown>][] = [
    [
      'card',
      (at) => phone.ask(clientPerson, { empId: people[at % people.length]! }),
      (at) => phone.ask(clientPerson, { empId: nobody(at) }),
    ],
    [
      'may I chat',
      (at) => phone.ask(clientCan, { empId: people[at % people.length]!, function: 'reach.chat' }),
      (at) => phone.ask(clientCan, { empId: nobody(at), function: 'reach.chat' }),
    ],
    [
      'search by number',
      (at) => phone.ask(clientSearch, { text: `S${at % people.length}` }),
      (at) => phone.ask(clientSearch, { text: `X${at % people.length}` }),
    ],
  ];
  const figures: Figure[] = [];
  for (const [what, hiddenOne, unknown] of calls) {
    for (let at = 0; at < 20; at += 1) await Promise.all([hiddenOne(at), unknown(at)]);
    const differences: number[] = [];
    for (let at = 0; at < pairs; at += 1) {
      // So many calls are none of one terminal.
      if (at % 10 === 0) phone.roam();
      // Each goes first in turn: who comes second is always a little quicker.
      const first = at % 2 === 0;
      const before = await timed(() => (first ? hiddenOne(at) : unknown(at)));
      const after = await timed(() => (first ? unknown(at) : hiddenOne(at)));
      differences.push(first ? before - after : after - before);
    }
    const longer = (differences.filter((difference) => difference > 0).length / pairs) * 100;
    const middle = differences.toSorted((left, right) => left - right)[pairs / 2]!;
    figures.push({
      name: `a hidden person and an id of nobody: ${what}`,
      limit: `the hidden one takes longer in ${least} to ${most} % of ${pairs} pairs`,
      measured: `${longer.toFixed(0)} % (median difference ${(middle * 1000).toFixed(0)} µs)`,
      holds: longer >= least && longer <= most,
    });
  }
  return figures;
}
