import { platforms, type Platform } from '#kit/common/client/platforms.ts';
import type { SegmentAction } from '../../common/limit-words.ts';
import {
  free,
  type FileRule,
  type FileRequest,
  type LimitBook,
  type MessageRequest,
  type Person,
  type Until,
  type Verdict,
} from './limit-book.ts';
import { parseAddress } from '#platform/network/network.ts';
import { holds } from '#platform/network/span-set.ts';
import { isOpen, wallTime, type TimeWindow, type WallTime } from './time-window.ts';

/** Platforms of a file rule by its terminal type: 1 all, 2 mobile, 3 desktop. */
const terminalsOf: Readonly<Record<number, readonly Platform[]>> = { 1: platforms, 2: [1, 2, 8], 3: [4, 5] };
/** Rule types, the strictest first: files refused, segment limits, looking on. */
const strictness = [2, 1, 3];

/** Whether an entry stands, and has not ended. */
const lasts = (all: Until, id: string, at: number): boolean => {
  const until = all.get(id);
  return until === null || (until !== undefined && until > at);
};

function isHeld(rule: FileRule, person: Person, at: number): boolean {
  if (lasts(rule.employees, person.id, at)) return true;
  for (const id of person.departments) if (lasts(rule.departments, id, at)) return true;
  for (const id of person.crowds) if (lasts(rule.crowds, id, at)) return true;
  return false;
}

/** The file rules that are for a terminal now. */
const rulesFor = (book: LimitBook, { platform, at }: Pick<FileRequest, 'platform' | 'at'>): FileRule[] =>
  book.files.filter(
    ({ terminalType, expiresAt }) => (terminalsOf[terminalType]?.includes(platform) ?? false) && (expiresAt === null || expiresAt > at),
  );

function byRule(rule: FileRule, by: 'whiteList' | 'fileRule', allowed: boolean): Verdict {
  return { allowed, by, rule: { id: rule.id, name: rule.name }, priority: null };
}

/** An action with a file: the white lists first, then the strictest file rule that holds the person, then the segment limits. */
export function decideFile(book: LimitBook, request: FileRequest): Verdict {
  const rules = rulesFor(book, request);
  const exempt = rules.find(({ whiteList }) => lasts(whiteList, request.person.id, request.at));
  if (exempt) return byRule(exempt, 'whiteList', true);
  const holding = rules.filter((rule) => isHeld(rule, request.person, request.at));
  const [rule] = strictness.flatMap((type) => holding.find(({ ruleType }) => ruleType === type) ?? []);
  if (!rule) return free;
  if (rule.ruleType === 2) return byRule(rule, 'fileRule', false);
  const verdict = decideSegment(book, request);
  return rule.ruleType === 3 ? { ...byRule(rule, 'fileRule', true), observed: verdict } : verdict;
}

/** Sending a message or opening a chat: the segment limits hold everybody but the white lists. */
export function decideMessage(book: LimitBook, request: MessageRequest): Verdict {
  const exempt = rulesFor(book, request).find(({ whiteList }) => lasts(whiteList, request.person.id, request.at));
  return exempt ? byRule(exempt, 'whiteList', true) : decideSegment(book, { ...request, action: 'message' });
}

/** The first limit by priority that is for the action, the terminal and the time decides. */
function decideSegment(book: LimitBook, request: Omit<FileRequest, 'action'> & { action: SegmentAction }): Verdict {
  const walls = new Map<string, WallTime>();
  const isNow = (window: TimeWindow | null): boolean => {
    if (!window) return true;
    let wall = walls.get(window.zone);
    if (!wall) walls.set(window.zone, (wall = wallTime(request.at, window.zone)));
    return isOpen(window, wall);
  };
  const limit = book.segments.find(
    ({ actions, terminals, window }) => actions.has(request.action) && terminals.has(request.platform) && isNow(window),
  );
  if (!limit) return free;
  const inside = holds(limit.spans, parseAddress(request.address));
  const { id, name, priority } = limit;
  return { allowed: inside === (limit.effect === 'onlyInside'), by: 'segmentLimit', rule: { id, name }, priority };
}
