import { addressOf, type Endpoint } from '../../../src/kit/common/contract.ts';
import type { RoleDraft } from '../../../src/kit/common/role/role.schema.ts';
import { listRecycled } from '../../../src/kit/common/change/recycle-bin.contract.ts';
import { sampleInput } from '../../../src/kit/testing/sample-input.ts';
import { mailGet } from '../../../src/modules/mail/common/mail-config.contract.ts';
import { mailTemplateList, mailTemplateSave } from '../../../src/modules/mail/common/mail-template.contract.ts';
import { streamAdd, streamEnable } from '../../../src/modules/logs/common/stream.contract.ts';
import { sysRole } from '../../../src/modules/system/common/role.contract.ts';
import { resourceReorder, resourceSave, resourceTree, resourceUpdate } from '../../../src/modules/system/common/resource.contract.ts';
import { resourcePage, roleManage } from '../../../src/modules/system/common/permissions.ts';
import { departmentDisable, departmentGet, departmentRemove } from '../../../src/modules/people/common/department.contract.ts';
import { employeeDisable, employeeGet, employeeRemove } from '../../../src/modules/people/common/employee.contract.ts';
import { rootDepartmentId } from '../../../src/modules/people/common/root.ts';
import { certificateTries } from './certificates.ts';
import { appSettingTries } from './app-settings.ts';
import { appTestTries } from './app-tests.ts';
import { feedbackTries } from './feedback.ts';
import { pageTries } from './pages.ts';
import { newMamRole, newWidgetRole, widgetTries } from './widgets.ts';
import type { House } from '../../access/house.ts';
import { entityTry } from '../entity-samples.ts';
import { fileTries } from './files.ts';
import { limitSamples, newRule } from './limits.ts';
import { contactTries, newContactRole, newSpecial } from './contacts.ts';
import { appTries } from './apps.ts';
import { crowdOfOne, crowdTries } from './crowds.ts';
import { callTries } from './calls.ts';
import { deviceTries } from './devices.ts';
import { extraTries } from './extra.ts';
import { leftPerson, lifeTries } from './life.ts';
import { wordTries } from './words.ts';
import { messagingTries } from './messaging.ts';
import { radarTries } from './radar.ts';
import { sourceTries } from './sources.ts';
import { settingSamples } from './settings.ts';
import { settingGet } from '../../../src/modules/people/common/setting.contract.ts';
import { terminalSamples } from './terminal.ts';
import { warningTries } from './warnings.ts';
import { accessTries } from './access.ts';

type Values = Record<string, unknown>;

/** Makes what a write needs, each time anew, and answers an input that is done when it is asked for. */
export type TrySample = (house: House) => Promise<Values>;

const codes = [resourcePage.code, roleManage.code];
const everywhere = { kind: 'all' } as const;
let made = 0;
const word = (): string => `try${(made += 1)}`;

const department = async (house: House, parentId: string = rootDepartmentId): Promise<{ id: string; version: number }> => {
  const id = await house.department(word(), parentId);
  return { id, version: (await house.boss.call(departmentGet, { id })).version };
};
const person = async (house: House, ...departments: string[]): Promise<{ id: string; version: number }> => {
  const id = await house.person(departments.length > 0 ? departments : [rootDepartmentId], word());
  return { id, version: (await house.boss.call(employeeGet, { id })).version };
};
/** A department with a role for its people. */
const ruling = async (house: House): Promise<{ id: string; version: number }> => {
  const found = await department(house);
  await house.role({ codes, range: everywhere, departments: [found.id] });
  return found;
};
/** Somebody who is signed in, in a department of its own, with a role by name. */
const signedIn = async (house: House) => {
  const home = await department(house);
  const { id, roleId } = await house.administrator({ codes, range: everywhere }, [home.id]);
  return { id, roleId, home, version: (await house.boss.call(employeeGet, { id })).version, roleVersion: await house.version(roleId) };
};
/** Somebody who is signed in by the role of a department. */
const signedInBelow = async (house: House, departmentId: string) => {
  const found = await person(house, departmentId);
  await house.signIn(found.id);
  return found;
};
const assignments = (...ids: string[]) => ids.map((departmentId, at) => ({ departmentId, primary: at === 0 }));
const roleDraft = (): Pick<RoleDraft, 'name' | 'code'> => ({ name: word(), code: word() });

const departments: Readonly<Record<string, TrySample>> = {
  'muc/dept/add': async (house) => ({
    parentId: (await ruling(house)).id,
    name: { zh_CN: word() },
    managerIds: [(await person(house)).id],
  }),
  'muc/dept/update': async (house) => ({ ...(await department(house)), name: { zh_CN: word() }, phone: '1' }),
  'muc/dept/enable': async (house) => {
    const { id } = await department(house);
    await house.boss.call(departmentDisable, { ids: [id] });
    return { ids: [id] };
  },
  'muc/dept/disable': async (house) => {
    const { id } = await department(house);
    await person(house, (await department(house, id)).id);
    return { ids: [id], reason: 'Closed' };
  },
  'muc/dept/delete': async (house) => {
    const { id } = await department(house, (await ruling(house)).id);
    const { id: moveTo } = await department(house);
    await department(house, id);
    await person(house, id);
    await signedInBelow(house, id);
    return { ids: [id], moveTo };
  },
  'muc/setting/update': async (house) => ({ version: (await house.boss.call(settingGet, {})).version, recycleDays: 60 }),
  'muc/dept/move': async (house) => {
    const from = await ruling(house);
    const moved = await department(house, from.id);
    await signedInBelow(house, (await department(house, moved.id)).id);
    return { ...moved, parentId: (await department(house)).id };
  },
  'muc/dept/reorder': async (house) => {
    const { id } = await department(house);
    const children = [await department(house, id), await department(house, id), await department(house, id)];
    const { version } = await house.boss.call(departmentGet, { id });
    return { parentId: id, ids: children.map((child) => child.id).toReversed(), version };
  },
};

const people: Readonly<Record<string, TrySample>> = {
  'muc/employee/add': async (house) => ({ account: word(), name: word(), assignments: assignments((await ruling(house)).id) }),
  'muc/employee/update': async (house) => {
    const from = await ruling(house);
    const found = await signedInBelow(house, from.id);
    return { ...found, title: word(), assignments: assignments((await department(house)).id) };
  },
  'muc/employee/enable': async (house) => {
    const { id } = await person(house);
    await house.boss.call(employeeDisable, { ids: [id] });
    return { ids: [id, (await person(house)).id] };
  },
  'muc/employee/disable': async (house) => ({ ids: [(await signedIn(house)).id, (await person(house)).id], reason: 'Left' }),
  // Who has left already comes back from the bin as they were.
  'muc/employee/delete': async (house) => ({ ids: [await leftPerson(house)] }),
  'muc/employee/restore': async (house) => {
    const id = await leftPerson(house);
    await house.boss.call(employeeRemove, { ids: [id] });
    return { ids: [id] };
  },
};

const folder = async (house: House, parent: string | null = null): Promise<{ id: string; code: string }> => {
  const code = word();
  const { id } = await house.boss.call(resourceSave, { code, names: { zh_CN: code }, parent });
  return { id, code };
};
const nodeOf = async (house: House, code: string) => {
  const { nodes, orders } = await house.boss.call(resourceTree, {});
  return { node: nodes.find((one) => one.code === code)!, order: orders[code] ?? 0 };
};

const resources: Readonly<Record<string, TrySample>> = {
  'sys/resource/save': async (house) => ({ code: word(), names: { zh_CN: word() }, parent: (await folder(house)).code }),
  'sys/resource/update': async (house) => {
    const { node } = await nodeOf(house, resourcePage.code);
    return { id: node.id, version: node.version, names: { zh_CN: word() }, visible: false };
  },
  'sys/resource/reset': async (house) => {
    const { node } = await nodeOf(house, roleManage.code);
    await house.boss.call(resourceUpdate, { id: node.id, version: node.version, names: { zh_CN: word() }, visible: false });
    return { ids: [node.id] };
  },
  'sys/resource/delete': async (house) => ({ ids: [(await folder(house)).id] }),
  'sys/resource/reorder': async (house) => {
    const top = await folder(house);
    const children = [await folder(house, top.code), await folder(house, top.code)];
    const ids = children.map(({ id }) => id).toReversed();
    await house.boss.call(resourceReorder, { parentId: top.id, ids, version: (await nodeOf(house, top.code)).order });
    return { parentId: top.id, ids: ids.toReversed(), version: (await nodeOf(house, top.code)).order };
  },
};

const roles: Readonly<Record<string, TrySample>> = {
  'role/sys/save': async () => ({ ...roleDraft() }),
  'role/sys/update': async (house) => {
    const { roleId, roleVersion } = await signedIn(house);
    return { roleId, version: roleVersion, name: word(), expiresAt: 1 };
  },
  'role/sys/copy': async (house) => ({ roleId: (await signedIn(house)).roleId, ...roleDraft() }),
  'role/sys/delete': async (house) => ({ ids: [(await signedIn(house)).roleId] }),
  'role/sys/enable': async (house) => {
    const { roleId } = await signedIn(house);
    await house.boss.call(sysRole.disable, { ids: [roleId] });
    return { ids: [roleId] };
  },
  'role/sys/disable': async (house) => ({ ids: [(await signedIn(house)).roleId] }),
  'role/sys/assignEmployees': async (house) => ({
    roleId: await house.role({ codes, range: everywhere }),
    ids: [(await person(house)).id],
  }),
  'role/sys/assignDepartments': async (house) => {
    const { id } = await department(house);
    await person(house, (await department(house, id)).id);
    return { roleId: await house.role({ codes, range: everywhere }), ids: [id], until: Date.now() + 86_400_000 };
  },
  'role/sys/removeMembers': async (house) => {
    const { roleId, id } = await signedIn(house);
    return { roleId, kind: 'employee', ids: [id] };
  },
  'role/sys/saveResources': async (house) => {
    const { roleId, roleVersion } = await signedIn(house);
    return { roleId, version: roleVersion, codes: [] };
  },
  'role/sys/saveRanges': async (house) => {
    const { roleId, roleVersion, home } = await signedIn(house);
    return { roleId, version: roleVersion, range: { kind: 'chosen', departmentIds: [home.id] } };
  },
};

/** A mail of the product as it stands: the first by its code, or the last, so that two samples do not meet. */
const mailTemplate = async ({ boss }: House, sort: 'code' | '-code') => {
  const [row] = (await boss.call(mailTemplateList, { sort })).list;
  if (!row) throw new Error('The product sends no mail');
  return row;
};
const ownMail = async (house: House, sort: 'code' | '-code' = 'code') => {
  const { id, version } = await mailTemplate(house, sort);
  const texts = { en_US: { subject: word(), html: `<p>${word()}</p>`, text: word() } };
  return { id, version, texts };
};

const mail: Readonly<Record<string, TrySample>> = {
  'sys/mail/update': async ({ boss }) => ({ version: (await boss.call(mailGet, {})).version, fromName: word() }),
  'sys/mail/template/save': (house) => ownMail(house),
  'sys/mail/template/reset': async (house) => {
    const own = await ownMail(house, '-code');
    await house.boss.call(mailTemplateSave, own);
    return { ids: [own.id] };
  },
};

/** A receiver that is never reached. */
const receiver = async (house: House, enabled = false): Promise<{ id: string; version: number }> => {
  const { id } = await house.boss.call(streamAdd, { name: word(), host: 'siem.example' });
  if (enabled) await house.boss.call(streamEnable, { ids: [id] });
  return { id, version: enabled ? 2 : 1 };
};

const streams: Readonly<Record<string, TrySample>> = {
  'logs/stream/add': async () => ({ name: word(), host: 'siem.example' }),
  'logs/stream/update': async (house) => ({ ...(await receiver(house)), port: 6515 }),
  'logs/stream/enable': async (house) => ({ ids: [(await receiver(house)).id] }),
  'logs/stream/disable': async (house) => ({ ids: [(await receiver(house, true)).id] }),
  'logs/stream/delete': async (house) => ({ ids: [(await receiver(house)).id] }),
};

/** A department that was deleted: its line in the journal. */
const deletion = async (house: House): Promise<string> => {
  const { id } = await department(house);
  await house.boss.call(departmentRemove, { ids: [id] });
  return (await house.boss.call(listRecycled, { pageSize: 500 })).list.find(({ objectId }) => objectId === id)!.operationId;
};

const journal: Readonly<Record<string, TrySample>> = {
  'journal/revert': async (house) => ({ operationIds: [await deletion(house)] }),
  'sys/recycleBin/restore': async (house) => ({ operationIds: [await deletion(house)] }),
  'recycle/restore': async (house) => ({ ids: [await deletion(house)] }),
};

/** Inputs of operations whose objects are not made by a conventional `add`, or which touch more than these; each asks for something to be done. */
export const trySamples: Readonly<Record<string, TrySample>> = {
  ...departments,
  ...people,
  ...resources,
  ...roles,
  ...journal,
  ...settingSamples,
  ...limitSamples,
  ...fileTries,
  ...messagingTries,
  ...wordTries,
  ...radarTries,
  ...crowdTries,
  ...deviceTries,
  ...extraTries,
  ...lifeTries,
  ...sourceTries,
  ...contactTries,
  ...widgetTries,
  ...pageTries,
  ...feedbackTries,
  ...appTestTries,
  ...appSettingTries,
  ...certificateTries,
  ...terminalSamples,
  ...warningTries,
  ...appTries,
  ...callTries,
  ...accessTries,
  ...mail,
  ...streams,
  'role/sys/assignCrowds': async (house) => ({ roleId: await house.role({ codes, range: everywhere }), ids: [await crowdOfOne(house)] }),
  'role/contact/assignCrowds': async (house) => ({ roleId: await newContactRole(house), ids: [await crowdOfOne(house)] }),
  'role/mam/assignCrowds': async (house) => ({ roleId: await newMamRole(house), ids: [await crowdOfOne(house)] }),
  'role/widget/assignCrowds': async (house) => ({ roleId: await newWidgetRole(house), ids: [await crowdOfOne(house)] }),
  'role/cpd/assignCrowds': async (house) => ({ roleId: await newSpecial(house), ids: [await crowdOfOne(house)] }),
  'role/fmm/assignCrowds': async (house) => ({ roleId: await newRule(house), ids: [await crowdOfOne(house)] }),
};

/** An input for an operation that can be tried: its own sample, or what `area/noun/verb` means with a new object; undefined when neither will do. */
export async function tryInput(house: House, operation: Endpoint, all: readonly Endpoint[]): Promise<Values | undefined> {
  const own = trySamples[operation.path];
  if (own) return own(house);
  return (await entityTry(house, operation)) ?? conventional(house, operation, all).catch(() => undefined);
}

async function conventional(house: House, operation: Endpoint, all: readonly Endpoint[]): Promise<Values | undefined> {
  const [noun, verb] = [operation.path.replace(/\/[^/]*$/, ''), operation.path.split('/').at(-1)];
  const sibling = (name: string): Endpoint | undefined =>
    all.find((one) => addressOf(one) === addressOf({ ...operation, path: `${noun}/${name}` }));
  const add = sibling('add');
  if (!add) return undefined;
  const draft = { ...sampleInput(add.input, rootDepartmentId), name: word() };
  if (verb === 'add') return draft;
  const { id } = (await house.boss.call(add, draft)) as { id: string };
  if (verb === 'update') return { id, version: 1, name: word() };
  if (verb === 'enable') await house.boss.call(sibling('disable')!, { ids: [id] });
  return { ids: [id] };
}
