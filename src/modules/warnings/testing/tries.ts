import { noticePersonAdd } from '../common/notice-person.contract.ts';
import { ruleAdd } from '../common/rule.contract.ts';
import { silenceAdd } from '../common/silence.contract.ts';
import type { House } from '../../../../tests/access/house.ts';
import type { TrySample } from '../../../../tests/conformance/samples.ts';

let made = 0;
const word = (): string => `told${(made += 1)}`;

const person = () => ({ name: word(), webhookUrl: `https://hook.example.com/${word()}`, channels: ['webhook' as const] });
const rule = () => ({ kind: 'job.failed', name: word(), match: { nameHas: word() } });
const silence = () => ({ kind: 'job.failed', until: Date.now() + 3_600_000, reason: word() });

const newPerson = async (house: House) => (await house.boss.call(noticePersonAdd, person())).id;
const newRule = async (house: House) => (await house.boss.call(ruleAdd, rule())).id;

/** Inputs of writes to who is told of warnings, by which rules. */
export const tries: Readonly<Record<string, TrySample>> = {
  'sys/noticePerson/add': async () => person(),
  'sys/noticePerson/update': async (house) => ({ id: await newPerson(house), version: 1, name: word() }),
  'sys/noticePerson/status/update': async (house) => ({ id: await newPerson(house), status: 'disabled' }),
  'sys/noticePerson/delete': async (house) => ({ ids: [await newPerson(house)] }),
  'sys/warning/rule/add': async () => rule(),
  'sys/warning/rule/update': async (house) => ({ id: await newRule(house), version: 1, repeatHours: 48 }),
  'sys/warning/rule/delete': async (house) => ({ ids: [await newRule(house)] }),
  'sys/warning/silence/add': async () => silence(),
  'sys/warning/silence/end': async (house) => ({ id: (await house.boss.call(silenceAdd, silence())).id }),
};
