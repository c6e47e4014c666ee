import { cardGroup, cardPublish, cardTemplate } from '../common/card.contract.ts';
import { cardExport } from '../common/transfer.contract.ts';
import { rootDepartmentId } from '#modules/people/common/root.ts';
import type { ConsoleClient } from '../../../../tests/journeys/console-client.ts';
import type { House } from '../../../../tests/access/house.ts';
import type { TrySample } from '../../../../tests/conformance/samples.ts';

let made = 0;
const word = (): string => `card${(made += 1)}`;

/** What a template of a test is made of. */
export const templateDraft = async (boss: ConsoleClient, ownerDeptId: string = rootDepartmentId) => ({
  name: { zh_CN: word() },
  code: word(),
  groupId: (await boss.call(cardGroup.add, { name: { zh_CN: word() }, code: word() })).id,
  ownerDeptId,
  summary: { zh_CN: 'x' },
  elements: [{ kind: 'title' as const, text: { zh_CN: 'x' } }],
});
const newTemplate = async ({ boss }: House): Promise<string> => (await boss.call(cardTemplate.add, await templateDraft(boss))).id;

/** Inputs of writes to card templates. */
export const tries: Readonly<Record<string, TrySample>> = {
  'im/card/template/add': ({ boss }) => templateDraft(boss),
  'im/card/template/update': async (house) => ({ id: await newTemplate(house), version: 1, validDays: 7 }),
  'im/card/template/delete': async (house) => ({ ids: [await newTemplate(house)] }),
  'im/card/template/disable': async (house) => ({ ids: [await newTemplate(house)] }),
  'im/card/template/enable': async (house) => {
    const id = await newTemplate(house);
    await house.boss.call(cardTemplate.disable, { ids: [id] });
    return { ids: [id] };
  },
  'im/card/template/copy': async (house) => ({ id: await newTemplate(house), code: word() }),
  'im/card/template/rollback': async (house) => {
    const id = await newTemplate(house);
    await house.boss.call(cardPublish, { id, version: 1 });
    return { id, version: 2, number: 1 };
  },
  'im/card/template/import': async (house) => {
    const { templates } = await house.boss.call(cardExport, { ids: [await newTemplate(house)] });
    return { ownerDeptId: rootDepartmentId, templates: templates.map((one) => ({ ...one, code: word() })) };
  },
  'im/card/template/publish': async (house) => ({ id: await newTemplate(house), version: 1 }),
};
