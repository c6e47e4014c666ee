import type { MoreSample, MoreWorld } from '../../../../tests/conformance/samples.ts';
import { fileRule } from '../common/file-rule.contract.ts';

/** Writes to a rule of sending; the first codes of these are those of rules of downloading. */
export async function more({ house }: MoreWorld): Promise<Record<string, MoreSample>> {
  const add = (name: string) => house.boss.call(fileRule.add, { kind: 'send', actions: ['send'], everyone: true, name });
  const [{ id }, off] = [await add('One'), await add('Two')];
  await house.boss.call(fileRule.disable, { ids: [off.id] });
  const path = 'security/file/rule';
  return {
    [`${path}/update`]: { input: { id, version: 1, name: 'Three' } },
    [`${path}/delete`]: { input: { ids: [id] } },
    [`${path}/enable`]: { input: { ids: [off.id] } },
    [`${path}/disable`]: { input: { ids: [id] } },
    [`${path}/reorder`]: { input: { ids: [off.id, id] } },
    [`${path}/copy`]: { input: { id, name: 'Four' } },
  };
}
