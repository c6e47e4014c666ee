import type { Selectable } from 'kysely';
import type { Db } from '#kit/server/directory.ts';
import type { Services } from '#kit/server/services.ts';
import { operationGroups, type OperationGroup } from '../common/policy.contract.ts';
import { changeApproval } from '../common/permissions.ts';
import type { ChangePolicyTable, Rules } from './approval.table.ts';

/** A policy's row. */
export type PolicyData = Selectable<ChangePolicyTable>;

/** What holds a write: a policy, or the rule that policies are changed by two while any is on. */
export interface Holding extends Pick<PolicyData, 'at_least' | 'share' | 'share_of' | 'loud' | 'off_hours' | 'expires_hours'> {
  id: string | null;
  name: string;
  rules: Rules;
}

const ownName = 'changePolicy';

/** Whether a policy's list means this operation. */
export function means(operations: readonly string[], word: string): boolean {
  return operations.some((one) => (one in operationGroups ? operationGroups[one as OperationGroup].test(word) : one === word));
}

/** The enabled policies that mean an operation, those that hold most first. */
export async function holdingsOf(db: Db, word: string): Promise<Holding[]> {
  const on = await db
    .selectFrom('change_policy')
    .selectAll()
    .where('enabled', '=', true)
    .orderBy('needed', 'desc')
    .orderBy('at_least')
    .execute();
  const meant = on.filter(({ operations }) => means(operations, word)).map((policy): Holding => ({ ...policy, rules: rulesOf(policy) }));
  if (meant.length > 0 || on.length === 0 || !word.startsWith(`${ownName}.`)) return meant;
  const rules = { roles: [], people: [], needed: 1, emergencyRoles: [], reviewHours: 24 };
  const always = { at_least: 1, share: null, share_of: 'site', loud: false, off_hours: false } as const;
  return [{ id: null, name: changeApproval.code, ...always, expires_hours: 72, rules }];
}

/** What somebody would give themselves is agreed to by somebody else who holds the right, whatever the policies say. */
const ownBenefit: Holding = {
  id: null,
  name: 'ownBenefit',
  at_least: 1,
  share: null,
  share_of: 'site',
  loud: false,
  off_hours: false,
  expires_hours: 72,
  rules: { roles: [], people: [], needed: 1, emergencyRoles: [], reviewHours: 24 },
};

/** What holds a write that gives something to who asks; undefined where it gives them nothing. */
export const ownBenefitIn = (impact: Readonly<Record<string, number>>): Holding | undefined =>
  (impact['ownBenefit'] ?? 0) > 0 ? ownBenefit : undefined;

/** Who may agree by a policy. */
export const rulesOf = (policy: PolicyData): Rules => ({
  roles: policy.approver_role_ids,
  people: policy.approver_ids,
  crowds: policy.approver_crowd_ids,
  needed: policy.needed,
  emergencyRoles: policy.emergency_role_ids,
  reviewHours: policy.review_hours,
});

/** Audit words of plans end like this: what comes from a file, from a choice of many, from a directory. */
const planned = /\.(import|batchUpdate|sync)$/;

/** The word under which a plan is applied that an operation only makes: the audit tells the two apart. */
const planOf = (audit: string): string => audit.replace(/\.(import|batchUpdate)(Preview|Start)$/, '.$1');

/** The audit words that can wait: of writes that can be tried, and of plans; each with the codes that give the right to it. */
export function holdable(services: Pick<Services, 'operations' | 'words'>): { word: string; module: string; codes: readonly string[] }[] {
  const found = new Map<string, string[]>();
  for (const { audit: own, dryRun, waits, access } of services.operations) {
    const audit = own && planOf(own);
    if (audit === undefined || !(dryRun || waits || planned.test(audit))) continue;
    const codes = 'code' in access ? [access.code] : 'anyOf' in access ? access.anyOf : [];
    found.set(audit, [...(found.get(audit) ?? []), ...codes]);
  }
  return services.words.all.flatMap(({ word, module }) => {
    const codes = found.get(word);
    return codes ? [{ word, module, codes }] : [];
  });
}
