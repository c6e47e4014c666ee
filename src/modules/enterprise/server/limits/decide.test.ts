import { expect, test } from 'vitest';
import { platforms } from '#kit/common/client/platforms.ts';
import { fileActions, memberActions, segmentActions } from '../../common/limit-words.ts';
import { decideFile, decideMessage } from './decide-file.ts';
import { decideMember } from './decide-member.ts';
import type { FileRule, LimitBook, MemberRule, Person, SegmentRule, Side, Until, Verdict } from './limit-book.ts';
import { parseSegment } from '#platform/network/network.ts';
import { spanSet } from '#platform/network/span-set.ts';

let seed = 11;
/** Always the same numbers below a limit, so that a failing case can be seen again. */
function random(limit: number): number {
  seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
  return Math.floor((seed / 2_147_483_648) * limit);
}
const oneOf = <T>(all: readonly T[]): T => all[random(all.length)]!;
const someOf = <T>(all: readonly T[]): T[] => all.filter(() => random(2) === 0);
const few = <T>(all: readonly T[]): T[] => all.filter(() => random(5) === 0);

const people = ['ann', 'bob', 'cem', 'dai'];
const departments = ['top', 'north', 'south'];
const crowds = ['night', 'drivers'];
const noon = Date.UTC(2026, 2, 4, 12);
const addresses = ['10.0.0.5', '10.0.1.5', '::ffff:10.0.0.5', '192.168.0.1', '2001:db8::1', null];
const networks = ['10.0.0.0/24', '10.0.1.0/24', '10.0.0.0/16', '192.168.0.0/16', '2001:db8::/32'];

/** What the limits below are about, said as plainly as it goes: lists, and texts for addresses. */
interface PlainSegment extends Omit<SegmentRule, 'spans'> {
  networks: string[];
}
interface PlainWorld {
  segments: PlainSegment[];
  files: FileRule[];
  members: MemberRule[];
}

const person = (id: string): Person => ({ id, departments: new Set(someOf(departments)), crowds: new Set(few(crowds)) });
const untils = (ids: readonly string[]): Until => new Map(few(ids).map((id) => [id, oneOf([null, noon - 1, noon, noon + 1])]));
const side = (): Side => ({
  everyone: random(6) === 0,
  employees: new Set(few(people)),
  departments: new Set(few(departments)),
  crowds: new Set(few(crowds)),
});

function worldOf(): PlainWorld {
  return {
    segments: Array.from({ length: random(4) }, (_, at) => ({
      id: `s${at}`,
      name: `Segment ${at}`,
      priority: at + 1,
      actions: new Set(someOf(segmentActions)),
      effect: oneOf(['onlyInside', 'denyInside'] as const),
      terminals: new Set(someOf(platforms)),
      window: oneOf([
        null,
        {
          days: someOf([1, 2, 3, 4, 5, 6, 7]),
          from: oneOf(['08:00', '20:30']),
          to: oneOf(['12:00', '18:00', '24:00']),
          zone: oneOf(['UTC', 'Asia/Tokyo']),
        },
      ]),
      networks: few(networks),
    })),
    files: Array.from({ length: random(4) }, (_, at) => ({
      id: `f${at}`,
      name: `File ${at}`,
      terminalType: oneOf([1, 2, 3]),
      ruleType: oneOf([1, 2, 3]),
      expiresAt: oneOf([null, null, noon - 1, noon + 1]),
      employees: untils(people),
      departments: untils(departments),
      crowds: untils(crowds),
      whiteList: untils(people),
    })),
    members: Array.from({ length: random(4) }, (_, at) => ({
      id: `m${at}`,
      name: `Member ${at}`,
      priority: at + 1,
      from: side(),
      to: side(),
      exceptions: new Set(few(people)),
      direction: oneOf(['oneWay', 'both'] as const),
      actions: new Set(someOf(memberActions)),
      effect: oneOf(['deny', 'onlyAllow'] as const),
      existing: oneOf(['keep', 'freeze'] as const),
    })),
  };
}

const bookOf = ({ segments, files, members }: PlainWorld): LimitBook => ({
  segments: segments.map(({ networks: texts, ...rest }) => ({ ...rest, spans: spanSet(texts.map((text) => parseSegment(text)!)) })),
  files,
  members,
});

/** In which of the networks an address is, by hand. */
function isIn(network: string, address: string | null): boolean {
  const plain = address?.replace('::ffff:', '') ?? 'unknown';
  return {
    '10.0.0.0/24': '10.0.0.',
    '10.0.1.0/24': '10.0.1.',
    '10.0.0.0/16': '10.0.',
    '192.168.0.0/16': '192.168.',
    '2001:db8::/32': '2001:db8:',
  }[network]
    ? plain.startsWith(
        {
          '10.0.0.0/24': '10.0.0.',
          '10.0.1.0/24': '10.0.1.',
          '10.0.0.0/16': '10.0.',
          '192.168.0.0/16': '192.168.',
          '2001:db8::/32': '2001:db8:',
        }[network]!,
      )
    : false;
}

/** The clock of a zone without summer time, by adding its hours. */
function isNow(window: PlainSegment['window'], at: number): boolean {
  if (!window) return true;
  const there = new Date(at + (window.zone === 'UTC' ? 0 : 9 * 3_600_000));
  const hour = there.toISOString().slice(11, 16);
  const day = there.getUTCDay() === 0 ? 7 : there.getUTCDay();
  const dayBefore = day === 1 ? 7 : day - 1;
  if (window.from < window.to) return window.days.includes(day) && hour >= window.from && hour < window.to;
  return hour >= window.from ? window.days.includes(day) : hour < window.to && window.days.includes(dayBefore);
}

interface Asked {
  who: Person;
  action: (typeof segmentActions)[number];
  platform: (typeof platforms)[number];
  address: string | null;
  at: number;
}

const notOver = (until: number | null | undefined, at: number): boolean => until === null || (until !== undefined && at < until);

/** The rules as the design says them, one sentence after another. */
function plainFile({ segments, files }: PlainWorld, asked: Asked): { allowed: boolean; by: string; rule?: string } {
  const isMobile = [1, 2, 8].includes(asked.platform);
  const here = files.filter(
    (rule) => (rule.terminalType === 1 || (rule.terminalType === 2) === isMobile) && notOver(rule.expiresAt, asked.at),
  );
  for (const rule of here)
    if (notOver(rule.whiteList.get(asked.who.id), asked.at)) return { allowed: true, by: 'whiteList', rule: rule.id };
  if (asked.action === 'message') return plainSegment(segments, asked);
  const mine = here.filter((rule) =>
    [
      rule.employees.get(asked.who.id),
      ...[...asked.who.departments].map((id) => rule.departments.get(id)),
      ...[...asked.who.crowds].map((id) => rule.crowds.get(id)),
    ].some((until) => notOver(until, asked.at)),
  );
  const refusing = mine.find((rule) => rule.ruleType === 2);
  if (refusing) return { allowed: false, by: 'fileRule', rule: refusing.id };
  if (mine.some((rule) => rule.ruleType === 1)) return plainSegment(segments, asked);
  const looking = mine.find((rule) => rule.ruleType === 3);
  return looking ? { allowed: true, by: 'fileRule', rule: looking.id } : { allowed: true, by: 'nothing' };
}

function plainSegment(segments: readonly PlainSegment[], asked: Asked): { allowed: boolean; by: string; rule?: string } {
  for (const limit of segments) {
    if (![...limit.actions].includes(asked.action)) continue;
    if (![...limit.terminals].includes(asked.platform)) continue;
    if (!isNow(limit.window, asked.at)) continue;
    const inside = limit.networks.some((network) => isIn(network, asked.address));
    return { allowed: limit.effect === 'onlyInside' ? inside : !inside, by: 'segmentLimit', rule: limit.id };
  }
  return { allowed: true, by: 'nothing' };
}

const stands = (on: Side, who: Person): boolean =>
  on.everyone ||
  [...on.employees].includes(who.id) ||
  [...on.departments].some((id) => who.departments.has(id)) ||
  [...on.crowds].some((id) => who.crowds.has(id));

function plainMember(
  { members }: PlainWorld,
  [one, other]: readonly [Person, Person],
  { action, existing }: { action: (typeof memberActions)[number]; existing: boolean },
) {
  if (one.id === other.id) return { allowed: true, by: 'self' };
  for (const rule of members) {
    if (![...rule.actions].includes(action)) continue;
    if ([...rule.exceptions].some((id) => id === one.id || id === other.id)) continue;
    const back = rule.direction === 'both';
    const refused =
      rule.effect === 'deny'
        ? (stands(rule.from, one) && stands(rule.to, other)) || (back && stands(rule.from, other) && stands(rule.to, one))
        : (stands(rule.from, one) && !stands(rule.to, other)) || (back && stands(rule.from, other) && !stands(rule.to, one));
    const meant = rule.effect === 'deny' ? refused : stands(rule.from, one) || (back && stands(rule.from, other));
    if (meant) return { allowed: !refused || (existing && rule.existing === 'keep'), by: 'memberLimit', rule: rule.id };
  }
  return { allowed: true, by: 'nothing' };
}

const short = ({ allowed, by, rule }: Verdict) => ({ allowed, by, ...(rule && { rule: rule.id }) });

test('Files and messages are decided as the rules say, over made-up limits, people, places and times', () => {
  const met = new Map<string, number>();
  for (let round = 0; round < 6000; round += 1) {
    const world = worldOf();
    const book = bookOf(world);
    const who = person(oneOf(people));
    const at = noon + oneOf([0, 0, 0, 7 * 3_600_000, 13 * 3_600_000, 4 * 86_400_000]);
    const request = { person: who, platform: oneOf(platforms), address: oneOf(addresses), at };
    for (const action of fileActions) {
      const verdict = decideFile(book, { ...request, action });
      const said = plainFile(world, { ...request, who, action });
      expect({ round, action, ...short(verdict) }).toEqual({ round, action, ...said });
      expect(verdict.observed !== undefined).toBe(verdict.by === 'fileRule' && verdict.allowed);
      if (verdict.observed) expect(short(verdict.observed)).toEqual(plainSegment(world.segments, { ...request, who, action }));
      const word = `${verdict.by} ${verdict.allowed}`;
      met.set(word, (met.get(word) ?? 0) + 1);
    }
    expect({ round, ...short(decideMessage(book, request)) }).toEqual({
      round,
      ...plainFile(world, { ...request, who, action: 'message' }),
    });
  }
  // The made-up cases meet every answer often.
  for (const word of ['nothing true', 'whiteList true', 'fileRule true', 'fileRule false', 'segmentLimit true', 'segmentLimit false'])
    expect(met.get(word) ?? 0).toBeGreaterThan(100);
});

test('Pairs are decided as the rules say, over made-up limits and people', () => {
  const met = new Map<string, number>();
  for (let round = 0; round < 6000; round += 1) {
    const world = worldOf();
    const book = bookOf(world);
    const [from, to] = [person(oneOf(people)), person(oneOf(people))];
    for (const action of memberActions) {
      for (const existing of [false, true]) {
        const verdict = decideMember(book, { from, to, action, existing });
        expect({ round, action, ...short(verdict) }).toEqual({ round, action, ...plainMember(world, [from, to], { action, existing }) });
        const word = `${verdict.by} ${verdict.allowed}`;
        met.set(word, (met.get(word) ?? 0) + 1);
      }
    }
  }
  for (const word of ['nothing true', 'self true', 'memberLimit true', 'memberLimit false'])
    expect(met.get(word) ?? 0).toBeGreaterThan(100);
});
