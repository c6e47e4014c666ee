import type { Decider, ExactField } from '../../common/words.ts';
import type { ContactFunction } from '../../common/words.ts';
import { greyStatuses, isUnder, type BookSpecial, type Person, type Placement } from './book.ts';
import { isAmong, type Coverage, type Part, type Span, type Viewer } from './compile.ts';

/** What one role gives of a target. */
export interface PartView {
  readonly part: Part;
  readonly tree: 'included' | 'excluded' | 'outside';
  readonly search: 'included' | 'excluded' | 'outside';
}

/** What the one rule says about a viewer and a target. */
export interface Decision {
  readonly tree: boolean;
  readonly search: boolean;
  /** Values that find the target when they are typed whole, though the ranges do not hold it. */
  readonly exact: readonly ExactField[];
  readonly step: number;
  readonly by: Decider;
  readonly rule: { readonly id: string; readonly name: string } | null;
  /** Departments in which the target is seen in the tree, and by search. */
  readonly treeAt: readonly Placement[];
  readonly searchAt: readonly Placement[];
  /** The special rule that changes what is shown. */
  readonly limit: BookSpecial | undefined;
  /** A special rule whose exceptions see fields of their own. */
  readonly exceptionOf: BookSpecial | undefined;
  /** Neither fields nor masks are limited. */
  readonly open: 'self' | 'white' | undefined;
  readonly functions: ReadonlySet<ContactFunction>;
  readonly parts: readonly PartView[];
}

/** Whether the two stand in one reporting line. */
export const inLine = (viewer: Person, target: Person): boolean =>
  viewer.managers.includes(target.id) || target.managers.includes(viewer.id);

const hidden = (step: number, by: Decider, rule: Decision['rule'] = null): Decision => ({
  tree: false,
  search: false,
  exact: [],
  step,
  by,
  rule,
  treeAt: [],
  searchAt: [],
  limit: undefined,
  exceptionOf: undefined,
  open: undefined,
  functions: new Set(),
  parts: [],
});

/** The special rule that decides about a target: the first that holds it and of which the viewer is no exception. */
function specialFor(viewer: Viewer, target: Person): { rule: BookSpecial | undefined; exceptionOf: BookSpecial | undefined } {
  const line = viewer.book.config.reportingLineAlways && inLine(viewer.person, target);
  let exceptionOf: BookSpecial | undefined;
  for (const { rule, exception, within } of viewer.specials) {
    if (!isAmong(viewer.book, rule.belongs, target, viewer.now)) continue;
    if (exception && rule.exceptionsSee.kind === 'fields') exceptionOf ??= rule;
    if (!exception && !within && !line) return { rule, exceptionOf };
  }
  return { rule: undefined, exceptionOf };
}

/** Decides about a pair, in the order of the one rule; the number of the step that decided goes with it. */
export function decide(viewer: Viewer, target: Person): Decision {
  const { config } = viewer.book;
  if (target.status !== 'active' && !(config.showDisabled && greyStatuses.includes(target.status))) return hidden(1, 'target');
  const parts = viewer.parts.map((part) => viewOf(viewer, part, target));
  const everywhere = {
    tree: true,
    search: true,
    exact: [],
    treeAt: target.placements,
    searchAt: target.placements,
    limit: undefined,
    exceptionOf: undefined,
    parts,
  };
  const all = { ...everywhere, functions: viewer.functions };
  if (target.id === viewer.person.id) return { ...all, step: 2, by: 'self', rule: null, open: 'self' };
  const { rule: limit, exceptionOf } = specialFor(viewer, target);
  if (viewer.white && (limit?.mode !== 'hidden' || viewer.white.includeHidden))
    return { ...all, step: 3, by: 'whitelist', rule: { id: viewer.white.id, name: '' }, open: 'white' };
  if (limit?.mode === 'hidden') return hidden(4, 'special', limit);
  if (config.reportingLineAlways && inLine(viewer.person, target))
    return { ...all, exceptionOf, step: 5, by: 'line', rule: null, open: undefined };
  return byRoles(viewer, target, { parts, limit, exceptionOf });
}

function byRoles(viewer: Viewer, target: Person, found: Pick<Decision, 'parts' | 'limit' | 'exceptionOf'>): Decision {
  const { parts, limit } = found;
  const treeAt = limit?.mode === 'searchOnly' ? [] : placesIn(viewer, target, 'tree');
  const searchAt = placesIn(viewer, target, 'search');
  const giving = parts.filter(({ tree, search }) => tree === 'included' || search === 'included');
  const denied = new Set(limit?.deniedFunctions ?? []);
  const functions = new Set(giving.flatMap(({ part }) => part.functions.filter((one) => !denied.has(one))));
  const exact = [...new Set(viewer.parts.flatMap((part) => part.exact))];
  const first = giving[0]?.part;
  const isSeen = treeAt.length > 0 || searchAt.length > 0;
  return {
    ...found,
    tree: treeAt.length > 0,
    search: searchAt.length > 0,
    exact: searchAt.length > 0 ? [] : exact,
    step: 6,
    by: isSeen ? (limit ? 'special' : 'role') : exact.length > 0 ? 'exact' : 'nothing',
    rule: limit && isSeen ? { id: limit.id, name: limit.name } : first ? { id: first.roleId, name: first.name } : null,
    treeAt,
    searchAt,
    open: undefined,
    functions,
  };
}

/** Departments in which a target is seen by any role. */
function placesIn(viewer: Viewer, target: Person, face: 'tree' | 'search'): Placement[] {
  return target.placements.filter((place) => viewer.parts.some((part) => isSpanned(viewer, part[face], { target, place })));
}

interface Seat {
  target: Person;
  place: Placement;
}

const isSpanned = (viewer: Viewer, { gives, takes }: Span, seat: Seat): boolean =>
  meets(viewer, gives, seat) && !meets(viewer, takes, seat);

function meets(viewer: Viewer, coverage: Coverage, { target, place }: Seat): boolean {
  return (
    coverage.all ||
    coverage.under.some((top) => isUnder(place.path, top)) ||
    coverage.at.includes(place.path) ||
    coverage.people.includes(target.id) ||
    coverage.crowds.some((id) => target.crowds.has(id)) ||
    (coverage.line && inLine(viewer.person, target))
  );
}

function viewOf(viewer: Viewer, part: Part, target: Person): PartView {
  const standing = (span: Span): PartView['tree'] => {
    const given = target.placements.filter((place) => meets(viewer, span.gives, { target, place }));
    if (given.length === 0) return 'outside';
    return given.some((place) => !meets(viewer, span.takes, { target, place })) ? 'included' : 'excluded';
  };
  return { part, tree: standing(part.tree), search: standing(part.search) };
}

/** Whether a viewer sees somebody in the tree or finds them by search. */
export const isSeen = ({ tree, search }: Decision): boolean => tree || search;
