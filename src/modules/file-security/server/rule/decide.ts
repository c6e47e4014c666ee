import { functionFor, kindOf, stepNames, type FileAction, type StepName } from '../../common/words.ts';
import { noConditions, type Conditions } from '../../common/rule-fields.ts';
import { configOf } from './config-of.ts';
import type { Book, BookRole, Rule, RuleSet, White } from './book.ts';
import type { By, Decision, Facts, Step } from './facts.ts';
import { countsAsInside, isMeant, rolesOf, sendFor } from './matches.ts';

/** An action as it is decided: sending to anybody outside the company is sending outside. */
export const actionOf = ({ action, external }: Pick<Facts, 'action' | 'external'>): FileAction =>
  external && (action === 'send' || action === 'forward') ? 'sendExternal' : action;

const byOf = ({ id, name }: { id: string; name: string }): By => ({ id, name });

interface Walk {
  readonly book: Book;
  readonly set: RuleSet;
  readonly facts: Facts;
  readonly action: FileAction;
  readonly inner: boolean;
  readonly roles: readonly BookRole[];
  readonly roleIds: ReadonlySet<string>;
}

/** What a step says: nothing against it, or that it ends here. */
interface Finding extends Omit<Step, 'step'> {
  readonly conditions?: Partial<Conditions>;
  readonly message?: Decision['message'];
}

const finding = (result: Step['result'], key: string, more: Partial<Finding> = {}): Finding => ({
  result,
  key,
  by: null,
  params: {},
  ...more,
});
const passed = (key: string, params: Step['params'] = {}): Finding => finding('passed', key, { params });
const skipped = (key: string): Finding => finding('skipped', key);

/**
 * Decides about an action with a file: the first step that blocks ends it, conditions of all steps are gathered. The same function decides,
 * explains, simulates, and measures what a draft would change.
 */
export function decide(book: Book, set: RuleSet, facts: Facts): Decision {
  const roles = rolesOf(book.roles, facts.person, facts.at);
  const walk: Walk = {
    book,
    set,
    facts,
    action: actionOf(facts),
    inner: countsAsInside(set, book.networks, facts.address),
    roles,
    roleIds: new Set(roles.map(({ id }) => id)),
  };
  const white = whiteFor(walk);
  const matching = set.rules.filter((rule) => rule.kind === kindOf(walk.action) && isMeant(rule, facts, walk));
  const deciding = matching.find(({ mode }) => mode === 'enforce');
  const steps: Step[] = [];
  let conditions = noConditions;
  for (const name of stepNames) {
    const found = stepsOf[name]({ ...walk, white, deciding, conditions });
    const { conditions: added, message, ...step } = found;
    if (added) conditions = joined(conditions, added);
    steps.push({ step: name, ...step });
    if (step.result === 'blocked')
      return {
        verdict: 'block',
        step: name,
        rule: step.by,
        conditions: noConditions,
        steps,
        ...besides(matching, deciding),
        message: message ?? null,
      };
  }
  const isFree = JSON.stringify(conditions) === JSON.stringify(noConditions);
  const decider = steps.findLast(({ result }) => result === 'allowed' || result === 'conditions');
  return {
    verdict: isFree ? 'allow' : 'allowWith',
    step: decider?.step ?? 'rules',
    rule: decider?.by ?? null,
    conditions,
    steps,
    ...besides(matching, deciding),
    message: null,
  };
}

/** Rules that only observe and would have decided before the one that did, and those behind it. */
function besides(matching: readonly Rule[], deciding: Rule | undefined): Pick<Decision, 'observed' | 'later'> {
  const at = deciding ? matching.indexOf(deciding) : matching.length;
  return {
    observed: matching.slice(0, at).map(byOf),
    later: matching.slice(at + 1).map((rule) => ({ ...byOf(rule), mode: rule.mode })),
  };
}

/** Conditions of two steps together: all that apply, of numbers the smallest. */
function joined(one: Conditions, other: Partial<Conditions>): Conditions {
  const smallest = [one.perDay, other.perDay ?? null].filter((number) => number !== null);
  const hours = [one.offlineHours, other.offlineHours ?? null].filter((number) => number !== null);
  return {
    watermark: one.watermark || other.watermark === true,
    container: one.container || other.container === true,
    readOnly: one.readOnly || other.readOnly === true,
    perDay: smallest.length > 0 ? Math.min(...smallest) : null,
    reasonAsked: one.reasonAsked || other.reasonAsked === true,
    offlineHours: hours.length > 0 ? Math.min(...hours) : null,
  };
}

function whiteFor({ book, facts, action }: Walk): White | undefined {
  const { person, at } = facts;
  const isOfPerson = ({ kind, memberId }: White): boolean =>
    kind === 'employee' ? memberId === person.id : kind === 'department' ? person.departments.has(memberId) : person.crowds.has(memberId);
  return book.whites.find((one) => one.until > at && (one.actions.length === 0 || one.actions.includes(action)) && isOfPerson(one));
}

interface At extends Walk {
  readonly white: White | undefined;
  readonly deciding: Rule | undefined;
  readonly conditions: Conditions;
}

const stepsOf: Readonly<Record<StepName, (at: At) => Finding>> = {
  device: ({ facts: { device } }) => {
    if (!device) return skipped('step.device.unknown');
    const by = { id: device.id, name: device.name };
    if (device.usable && device.name === '') return { ...passed('step.device.unnamed'), by };
    if (device.usable) return { ...passed('step.device.passed', { name: device.name }), by };
    return finding('blocked', 'step.device.blocked', { by, params: { name: device.name, state: device.state } });
  },
  reach: ({ facts: { file } }) => {
    if (file.reached === null) return skipped('step.reach.skipped');
    return file.reached ? passed('step.reach.passed') : finding('blocked', 'step.reach.blocked');
  },
  hold: ({ facts: { file } }) => (file.held ? finding('blocked', 'step.hold.blocked') : passed('step.hold.passed')),
  function: ({ action, roles }) => {
    const needed = functionFor(action);
    if (!needed) return skipped('step.function.skipped');
    const giving = roles.find(({ functions }) => functions.includes(needed));
    if (!giving) return finding('blocked', 'step.function.blocked', { params: { function: needed } });
    return { ...passed('step.function.passed', { function: needed, role: giving.name }), by: byOf(giving) };
  },
  limits: ({ facts: { limit } }) => {
    if (!limit) return skipped('step.limits.skipped');
    if (limit.allowed) return passed('step.limits.passed');
    return finding('blocked', 'step.limits.blocked', { by: { id: limit.id, name: limit.name }, params: { name: limit.name } });
  },
  allowList: ({ white }) => {
    if (!white) return passed('step.allowList.passed');
    const key = white.keepConditions ? 'step.allowList.kept' : 'step.allowList.allowed';
    return finding('allowed', key, { by: { id: white.id, name: '' }, params: { until: white.until } });
  },
  outerNet: outerNetStep,
  sendUser: sendUserStep,
  rules: rulesStep,
  conditions: conditionsStep,
};

function outerNetStep({ set, facts, action, inner, white }: At): Finding {
  if (inner) return passed('step.outerNet.inside');
  const said = set.outer.actions.find((one) => one.action === action);
  if (!said) return passed('step.outerNet.same');
  const { person, at } = facts;
  const excepted = set.outer.exceptions.some(
    ({ kind, id, until }) =>
      (until === null || until > at) &&
      (kind === 'employee' ? id === person.id : kind === 'department' ? person.departments.has(id) : person.crowds.has(id)),
  );
  if (excepted) return passed('step.outerNet.excepted');
  if (said.effect === 'block') return white ? skipped('step.allowed') : finding('blocked', 'step.outerNet.blocked');
  if (white && !white.keepConditions) return skipped('step.allowed');
  return finding('conditions', 'step.outerNet.conditions', { conditions: { watermark: said.watermark, readOnly: said.readOnly } });
}

function sendUserStep({ set, facts, action, roleIds, white }: At): Finding {
  if (action === 'upload' || kindOf(action) !== 'send') return skipped('step.sendUser.skipped');
  if (white) return skipped('step.allowed');
  const recipients = [...facts.recipients, ...(facts.external ? [null] : [])];
  if (recipients.length === 0) return passed('step.sendUser.nobody');
  let allowing: By | null = null;
  for (const recipient of recipients) {
    const send = sendFor(set, facts, recipient, roleIds);
    const effect = send?.effect ?? set.outer.sendDefault;
    if (send) allowing = byOf(send);
    if (effect === 'allow') continue;
    if (!send) return finding('blocked', 'step.sendUser.byDefault');
    return finding('blocked', 'step.sendUser.blocked', { by: byOf(send), params: { name: send.name } });
  }
  return allowing
    ? finding('allowed', 'step.sendUser.allowed', { by: allowing, params: { name: allowing.name } })
    : passed('step.sendUser.passed');
}

function rulesStep({ deciding, white }: At): Finding {
  if (!deciding) return passed('step.rules.none');
  const said = { by: byOf(deciding), params: { name: deciding.name } };
  if (deciding.effect === 'allow') return finding('allowed', 'step.rules.allowed', said);
  if (deciding.effect === 'block')
    return white ? skipped('step.allowed') : finding('blocked', 'step.rules.blocked', { ...said, message: deciding.message });
  if (white && !white.keepConditions) return skipped('step.allowed');
  return finding('conditions', 'step.rules.conditions', { ...said, conditions: deciding.conditions });
}

/** What the person's roles and the level of the file ask for in any case. */
function conditionsStep({ book, roles, facts, action, white, conditions }: At): Finding {
  const added: Partial<Conditions> = {};
  if (!white || white.keepConditions) {
    const { watermark } = configOf(roles).groups;
    if (action === 'preview' && watermark?.on === 1 && watermark.places.includes('preview')) added.watermark = true;
    if (kindOf(action) === 'download' && book.container[facts.file.level] === 'onDownload') added.container = true;
  }
  const all = joined(conditions, added);
  const count = Object.values(all).filter((one) => one !== false && one !== null).length;
  return { ...finding('passed', count > 0 ? 'step.conditions.some' : 'step.conditions.none', { params: { count } }), conditions: added };
}
