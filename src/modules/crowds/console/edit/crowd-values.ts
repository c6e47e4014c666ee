import type { z } from 'zod';
import type { Input } from '#kit/common/contract.ts';
import type { FormValues } from '#kit/console/form/form-values.ts';
import { crowdConditions, type CrowdGroup } from '../../common/crowd-conditions.ts';
import { crowdDraft, crowdPreview, type CrowdDetail } from '../../common/crowd.contract.ts';
import { emptyRule } from '../rule/rule-tree.ts';

/** What the form holds of a stored crowd. */
export function valuesOf(crowd: CrowdDetail): FormValues {
  const { names, description, ownerDeptId, conditions, includes, excludes, withDisabled, churnLimit } = crowd;
  const about = { name: names, description, ownerDeptId, includes, withDisabled };
  return crowd.kind === 'fixed' ? about : { ...about, conditions, excludes, churnLimit };
}

/** What a new crowd begins with. */
export function newValues(ownerDeptId: string | undefined): FormValues {
  return {
    kind: 'dynamic',
    ownerDeptId,
    description: '',
    conditions: emptyRule(),
    includes: [],
    excludes: [],
    withDisabled: false,
    churnLimit: crowdDraft.shape.churnLimit.parse(undefined),
  };
}

/** What is sent of a new crowd: a fixed one has neither rule nor exceptions. */
export function draftOf(values: FormValues): Record<string, unknown> {
  return values['kind'] === 'fixed' ? { ...values, conditions: null, excludes: [] } : { ...values };
}

/** What a form asks a preview for; undefined while its department or a clause is missing. */
export function previewOf(
  values: FormValues,
  kind: CrowdDetail['kind'],
  crowdId: string | undefined,
): Input<typeof crowdPreview> | undefined {
  const { ownerDeptId, includes, excludes, withDisabled } = values;
  const conditions = kind === 'fixed' ? null : values['conditions'];
  const request: z.input<typeof crowdPreview.input> = {
    kind,
    ownerDeptId: String(ownerDeptId),
    conditions: conditions as CrowdGroup | null,
    includes: includes as string[],
    ...(kind === 'dynamic' && { excludes: excludes as string[] }),
    withDisabled: withDisabled === true,
    ...(crowdId !== undefined && { crowdId }),
  };
  if (kind === 'dynamic' && !crowdConditions.safeParse(conditions).success) return undefined;
  return crowdPreview.input.safeParse(request).success ? request : undefined;
}
