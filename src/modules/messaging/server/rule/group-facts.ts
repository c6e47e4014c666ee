import { sql, type RawBuilder } from 'kysely';
import type { LocalDraft } from '#kit/common/language.ts';
import type { Range } from '#kit/server/caller.ts';
import type { Db } from '#kit/server/directory.ts';
import { perProduct } from '#kit/server/per-product.ts';

interface GroupTypeName {
  id: string;
  name: LocalDraft;
}

/** A group that was looked for. */
interface FoundGroup {
  id: string;
  name: string;
  type: GroupTypeName;
}

/** How groups are looked for; `pageNum` begins at 1. */
export interface GroupSearch {
  readonly text?: string | undefined;
  readonly ids?: readonly string[] | undefined;
  readonly pageNum: number;
  readonly pageSize: number;
}

/** What messaging asks about groups; the module of groups says it when it starts. */
export interface GroupFacts {
  /** Whether somebody manages the group of a conversation. */
  manages(conversationId: string, uid: string): Promise<boolean>;
  /** SQL condition: the group in this column belongs to a department of the range. */
  visible(range: Range, column: string): RawBuilder<boolean>;
  /** Names of groups by id; unknown ids are absent. */
  names(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** Groups of the range by name: a page of those whose name or number holds the text, or of those with these ids, and how many there are. */
  search(db: Db, range: Range, request: GroupSearch): Promise<{ list: FoundGroup[]; total: number }>;
  /** The types that groups of the range have, in their order. */
  types(db: Db, range: Range): Promise<GroupTypeName[]>;
  /** SQL subquery of the ids of groups of a type, or of a department with all below. */
  ofScope(scope: 'groupType' | 'department', id: string): RawBuilder<{ id: string }>;
}

const none: GroupFacts = {
  manages: async () => false,
  visible: (range) => (range.all ? sql`true` : sql`false`),
  names: async () => new Map(),
  search: async () => ({ list: [], total: 0 }),
  types: async () => [],
  ofScope: () => sql`select null::uuid as id where false`,
};

/** The facts about groups in a running product; without groups nobody manages any. */
export const groupFactsOf = perProduct((): { set(facts: GroupFacts): void; now(): GroupFacts } => {
  let known = none;
  return { set: (facts) => (known = facts), now: () => known };
});
