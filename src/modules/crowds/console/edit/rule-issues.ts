import { useMemo } from 'react';
import type { Issue } from '#kit/common/codes.ts';
import { fieldOf, type CallError } from '#kit/console/call/call-error.ts';
import { textIfAny } from '#kit/console/i18n/i18n.ts';
import { useT } from '#kit/console/i18n/use-t.ts';
import type { CrowdGroup } from '../../common/crowd-conditions.ts';
import { clausesOf } from '../../common/crowd-conditions.ts';

const ofRule = /^conditions(?:\.|$)/;

/** The place of the clause that a refusal names; undefined where it names none. */
export function placeIn(error: CallError): string | undefined {
  const path = fieldOf(error.data, 'field') ?? error.issues.find((issue) => ofRule.test(issue.path))?.path;
  return typeof path === 'string' && ofRule.test(path) ? path.replace(ofRule, '') : undefined;
}

interface RuleIssuesOptions {
  /** What the last save was refused with. */
  saved: readonly Issue[];
  /** What the last preview was refused with. */
  preview: CallError | undefined;
  /** Clauses that are not filled in. */
  missing: ReadonlyMap<string, 'field' | 'value'>;
  rule: CrowdGroup | null;
}

/** What is wrong with a rule, by the place of the clause, and what is wrong elsewhere. */
export function useRuleIssues({ saved, preview, missing, rule }: RuleIssuesOptions): {
  ruleIssues: ReadonlyMap<string, string>;
  otherIssues: readonly Issue[];
} {
  const t = useT('user-centre');
  const otherIssues = useMemo(() => saved.filter(({ path }) => !ofRule.test(path)), [saved]);
  const places = new Set(['', ...(rule ? clausesOf(rule).map(({ place }) => place) : [])]);
  const found = new Map<string, string>();
  for (const { path, message } of saved) if (ofRule.test(path)) found.set(path.replace(ofRule, ''), message);
  const place = preview && placeIn(preview);
  if (preview && place !== undefined) {
    const wrong = textIfAny('user-centre', `crowd.wrong.${String(fieldOf(preview.data, 'wrong'))}`);
    found.set(place, wrong ?? preview.issues[0]?.message ?? preview.msg);
  }
  for (const [at, what] of missing) found.set(at, t(what === 'field' ? 'crowd.rule.needsField' : 'crowd.rule.needsValue'));
  // What stands at a clause that is gone belongs to the whole rule.
  const ruleIssues = new Map([...found].map(([at, message]) => [places.has(at) ? at : '', message]));
  return { ruleIssues, otherIssues };
}
