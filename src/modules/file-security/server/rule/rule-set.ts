import { RE2JS } from 're2js';
import { parseSegment } from '#platform/network/network.ts';
import { spanSet, type SpanSet } from '#platform/network/span-set.ts';
import type { Audience, PartyKind } from '#kit/common/audience.ts';
import { anyDevice } from '../../common/rule-fields.ts';
import type { Named, Rule, RuleSet, Send, Who } from './book.ts';
import type { FileRuleContent, RuleSetContent, SendContent } from './content.ts';

const namedIn = (rows: Audience, excludes: boolean): Named => {
  const of = (kind: PartyKind): Set<string> =>
    new Set(rows.flatMap((row) => (row.kind === kind && row.exclude === excludes ? [row.id] : [])));
  return { departments: of('department'), employees: of('employee'), crowds: of('crowd') };
};

/** Whom rows name, ready to be asked; without rows nobody, unless everybody is said. */
const whoOf = (rows: Audience, { everyone = false, roleIds = [] }: { everyone?: boolean; roleIds?: readonly string[] } = {}): Who => ({
  everyone,
  included: namedIn(rows, false),
  excluded: namedIn(rows, true),
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
  held: whoOf(rule.who, rule),
  spans: spansOf(rule.segments),
  asksDevice: JSON.stringify(rule.device) !== JSON.stringify(anyDevice),
  pattern: matcherOf(rule.namePattern),
});

const sendOf = (send: SendContent): Send => ({
  ...send,
  held: whoOf(send.who, send),
  to: whoOf(send.targets),
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
  ...[...content.rules.flatMap(({ who }) => who), ...content.sends.flatMap(({ who, targets }) => [...who, ...targets])].flatMap(
    ({ kind, id }) => (kind === 'crowd' ? [id] : []),
  ),
  ...content.outer.exceptions.flatMap(({ kind, id }) => (kind === 'crowd' ? [id] : [])),
];
