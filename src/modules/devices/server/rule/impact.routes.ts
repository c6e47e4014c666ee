import { code } from '#kit/common/codes.ts';
import type { Parsed, Reply } from '#kit/common/contract.ts';
import type { Caller } from '#kit/server/caller.ts';
import type { Tx } from '#kit/server/directory.ts';
import { handle, type BoundRoute, type Call } from '#kit/server/handle.ts';
import { Refusal } from '#kit/server/refusal.ts';
import { changeAddresses } from '#modules/address-groups/server/public.ts';
import { addressGroupPage } from '#modules/address-groups/common/permissions.ts';
import { directory } from '#modules/people/server/public.ts';
import { bindImpact } from '../../common/impact.contract.ts';
import {
  bindRulePage,
  bindingWhitePage,
  deviceManagement,
  deviceSafety,
  loginWhitePage,
  ruleDeptPage,
  ruleUserPage,
} from '../../common/permissions.ts';
import { bindSettings, whiteSwitches } from '../settings/settings.ts';
import { bindRules } from './bind-rules.ts';
import { impactOf } from './impact.ts';
import { assignMembers } from './rule-members.ts';

type Draft = Parsed<typeof bindImpact>;

/** The rights of which one is needed for each change that may be tried. */
const rights: Readonly<Record<Draft['kind'], readonly string[]>> = {
  rule: [bindRulePage.button.update],
  members: [ruleUserPage.button.assign, ruleDeptPage.button.assign],
  switch: [bindingWhitePage.button.switch, loginWhitePage.button.switch],
  config: [deviceManagement.button.settings, deviceSafety.button.settings],
  ipGroup: [addressGroupPage.button.updateGroup],
  ipRows: [addressGroupPage.button.enable],
};

/** Whom a change would shut out. */
export const impactRoutes: readonly BoundRoute[] = [handle(bindImpact, impact)];

async function impact(call: Call, draft: Draft): Promise<Reply<typeof bindImpact>> {
  const { db, caller, services } = call;
  const range = caller.scope();
  const needed = rights[draft.kind];
  if (!needed.some((one) => caller.can(one))) throw new Refusal(code.notGranted, { code: needed[0]! });
  const work = changeOf(call, draft);
  if (!work) throw new Refusal(code.invalid, {}, { path: draft.kind });
  const { sample, byStep, ...counts } = await impactOf(services, caller, work);
  const names = await directory.people(
    db,
    sample.map(({ empId }) => empId),
    caller.language,
    range,
  );
  const reason = (number: number): string => services.texts.text(caller.language, 'devices', `reason.${number}`);
  return {
    ...counts,
    byStep: [...byStep],
    sample: sample.map((one) => ({ ...one, name: names.get(one.empId)?.name ?? '', reason: reason(one.code) })),
  };
}

type Work = (tx: Tx, trying: Caller) => Promise<unknown>;

/** The change that a draft names, as the call that makes it would make it; undefined where the draft lacks it. */
function changeOf(call: Call, draft: Draft): Work | undefined {
  const { rule, members, config, ipGroup, ipRows } = draft;
  const { services } = call;
  if (draft.kind === 'rule' && rule) {
    const { expected: _expected, ...change } = rule;
    return (tx, caller) => bindRules.update(tx, { caller, services }, change);
  }
  if (draft.kind === 'members' && members) return (tx, caller) => assignMembers(tx, { ...call, caller }, { ...members, accounts: [] });
  if (draft.kind === 'switch' && draft.switch) {
    const { expected: _expected, reason: _reason, ...change } = draft.switch;
    return (tx, caller) => whiteSwitches.save(tx, caller, change);
  }
  if (draft.kind === 'config' && config) return (tx, caller) => bindSettings.save(tx, caller, config);
  if (draft.kind === 'ipGroup' && ipGroup) return (tx, caller) => changeAddresses(tx, { caller, services }, { group: ipGroup });
  if (draft.kind === 'ipRows' && ipRows) return (tx, caller) => changeAddresses(tx, { caller, services }, { rows: ipRows });
  return undefined;
}
