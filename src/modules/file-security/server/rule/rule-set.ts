import { RE2JS } from 're2js';
import { parseSegment, spanSet, type SpanSet } from '#modules/enterprise/server/public.ts';
import type { Rule, RuleSet, Send, Who } from './book.ts';
import type { FileRuleContent, RuleSetContent, SendContent } from './content.ts';

interface Named {
  readonly everyone?: boolean;
  readonly departmentIds: readonly string[];
  readonly employeeIds: readonly string[];
  readonly crowdIds: readonly string[];
  readonly roleIds?: readonly string[];
}

/** Whom ids name, ready to be asked. */
export const whoOf = ({ everyone = false, departmentIds, employeeIds, crowdIds, roleIds = [] }: Named): Who => ({
  everyone,
  departments: new Set(departmentIds),
  employees: new Set(employeeIds),
  crowds: new Set(crowdIds),
  roles: new Set(roleIds),
});

/** Segments as a set of addresses; null where there are none. */
export const spansOf = (segments: readonly { value: string }[]): SpanSet | null =>
  segments.length === 0 ? null : spanSet(segments.flatMap(({ value }) => parseSegment(value) ?? []));

/** A pattern in an engine of linear time; one that does not compile matches nothing. */
function matcherOf(pattern: string | null): Rule['pattern'] {
  if (pattern === null) return undefined;
  try {
    const compiled = RE2JS.compile(pattern, RE2JS.CASE_INSENSITIVE);
    return (name) => compiled.matcher(name).find();
  } catch {
    return () => false;
  }
}

const ruleOf = (rule: FileRuleContent): Rule => ({
  ...rule,
  who: whoOf(rule),
  except: new Set(rule.exceptEmployeeIds),
  spans: spansOf(rule.segments),
  pattern: matcherOf(rule.namePattern),
});

const sendOf = (send: SendContent): Send => ({
  ...send,
  who: whoOf(send),
  to: whoOf({ departmentIds: send.targetDepartmentIds, employeeIds: send.targetEmployeeIds, crowdIds: send.targetCrowdIds }),
});

/** A version ready to be asked: rules and permissions in their order. */
export function compileSet(number: number, content: RuleSetContent): RuleSet {
  const ordered = <T extends { priority: number; id: string }>(all: readonly T[]): T[] =>
    all.toSorted((one, other) => one.priority - other.priority || (one.id < other.id ? -1 : 1));
  return {
    number,
    content,
    rules: ordered(content.rules).map(ruleOf),
    sends: ordered(content.sends).map(sendOf),
    outer: content.outer,
    inner: spansOf(content.outer.segments),
  };
}

/** Every dynamic group that a version names. */
export const crowdsIn = ({ content }: RuleSet): string[] => [
  ...content.rules.flatMap(({ crowdIds }) => crowdIds),
  ...content.sends.flatMap((send) => [...send.crowdIds, ...send.targetCrowdIds]),
  ...content.outer.exceptions.flatMap(({ kind, id }) => (kind === 'crowd' ? [id] : [])),
];
