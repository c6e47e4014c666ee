import type { Call } from '#kit/server/handle.ts';
import type { TraceStep } from '../../common/check.contract.ts';
import { everyoneRuleId } from '../../common/rule.contract.ts';

type Reader = Pick<Call, 'services' | 'caller'>;

/** What a rule is called for its reader: the built-in one has a word in each language. Empty where there is none. */
export const ruleNameFor = ({ services, caller }: Reader, rule: { readonly id: string | null; readonly name: string | null }): string =>
  rule.id === everyoneRuleId ? services.texts.text(caller.language, 'devices', 'rule.everyone') : (rule.name ?? '');

/** Steps of a decision with the rule called as its reader knows it. */
export const stepsFor = (reader: Reader, ruleId: string | null, steps: readonly TraceStep[]): TraceStep[] =>
  steps.map((one) =>
    typeof one.params['rule'] === 'string'
      ? { ...one, params: { ...one.params, rule: ruleNameFor(reader, { id: ruleId, name: one.params['rule'] }) } }
      : one,
  );
