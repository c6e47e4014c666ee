import { timeText } from '#kit/common/date-text.ts';
import type { Language } from '#kit/common/language.ts';
import type { RoleNamer } from '#kit/server/access/role.named.ts';
import type { Texts } from '#kit/server/texts.ts';
import type { DecisionView, StepView } from '../../common/case.ts';
import { conditions, noConditions } from '../../common/rule-fields.ts';
import { stepNumber } from '../../common/words.ts';
import { everyoneRoleId } from '../directory.ts';
import type { Decision, Step } from './facts.ts';

/** Who reads a decision. */
export interface Reader {
  readonly texts: Texts;
  readonly language: Language;
  /** Says roles and limits of other departments; without it all are named. */
  readonly named?: RoleNamer;
}

const namespace = 'file-security';

function stepText({ texts, language }: Reader, { key, params, by }: Step): string {
  const { function: said, until, state } = params;
  const filled = {
    ...params,
    ...(typeof said === 'string' && { function: texts.text(language, namespace, `function.${said}`) }),
    ...(typeof until === 'number' && { until: timeText(until, language) }),
    ...(typeof state === 'string' && { state: texts.text(language, 'devices', `device.state.${state}`) }),
    ...(by?.id === everyoneRoleId && { role: texts.text(language, 'kit', 'role.everyone') }),
  };
  return texts.text(language, namespace, key, filled);
}

type Shown = Pick<Decision, 'verdict' | 'step' | 'rule' | 'steps' | 'observed' | 'later' | 'conditions'>;

/** Steps in which a role or a limit decides; the rules of files are everybody's to read. */
const byOthers: readonly unknown[] = ['function', 'limits'];

/** Ids of the roles and limits that a decision names. */
export const namedIn = ({ steps }: Pick<Decision, 'steps'>): (string | null | undefined)[] =>
  steps.flatMap(({ step, by }) => (byOthers.includes(step) ? [by?.id] : []));

function saidBy(named: RoleNamer, decision: Shown): Shown {
  const said = <B extends Step['by']>(by: B): B => (by?.id ? { ...by, ...named({ id: by.id, name: by.name }) } : by);
  return {
    ...decision,
    rule: byOthers.includes(decision.step) ? said(decision.rule) : decision.rule,
    steps: decision.steps.map((step) => {
      if (!step.by || !byOthers.includes(step.step)) return step;
      const [before, by] = [step.by.name, said(step.by)];
      const params = Object.fromEntries(Object.entries(step.params).map(([key, value]) => [key, value === before ? by.name : value]));
      return { ...step, by, params };
    }),
  };
}

/** A decision in the reader's language; the same for one that was just made and one that was written down. */
export function decisionViewOf(reader: Reader, made: Shown): DecisionView {
  const decision = reader.named ? saidBy(reader.named, made) : made;
  const blocked = decision.steps.find(({ result }) => result === 'blocked');
  return {
    verdict: decision.verdict,
    step: decision.step,
    rule: decision.rule,
    conditions: conditions.catch(noConditions).parse(decision.conditions),
    steps: decision.steps.map((step): StepView => ({
      step: step.step,
      number: stepNumber(step.step),
      result: step.result,
      by: step.by,
      text: stepText(reader, step),
    })),
    observed: [...decision.observed],
    later: [...decision.later],
    nearest: blocked ? stepText(reader, { ...blocked, key: `nearest.${blocked.step}` }) : '',
  };
}

/** The reason of a refusal as the person reads it: the text of the rule in the reader's language, else that of the step. */
export function refusalText({ texts, language }: Reader, decision: Decision): string {
  return decision.message?.[language] ?? texts.text(language, namespace, `refused.${decision.step}`);
}
