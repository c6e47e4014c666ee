import { sameValue } from './values.ts';
import type { FormVersion } from './version.ts';

interface Coded {
  readonly code: string;
}

/** Parts of two people's lists, by code: where only one of them changed a part, that one's holds; where both did, mine does and is named. */
function mergedList<T extends Coded>(base: readonly T[], mine: readonly T[], theirs: readonly T[]): { list: T[]; both: string[] } {
  const [old, other] = [new Map(base.map((one) => [one.code, one])), new Map(theirs.map((one) => [one.code, one]))];
  const own = new Set(mine.map(({ code }) => code));
  const both: string[] = [];
  const kept = mine.flatMap((one): T[] => {
    const [before, now] = [old.get(one.code), other.get(one.code)];
    const changed = !sameValue(before, one);
    if (!now) {
      // They deleted it: it stays only where I changed it, or added it.
      if (before && changed) both.push(one.code);
      return before && !changed ? [] : [one];
    }
    if (!changed) return [now];
    if (!sameValue(before, now) && !sameValue(one, now)) both.push(one.code);
    return [one];
  });
  const added = theirs.filter(({ code }) => !own.has(code) && !old.has(code));
  return { list: [...kept, ...added], both };
}

const single = <T>(base: T, mine: T, theirs: T): T => (sameValue(base, mine) ? theirs : mine);

/** Two drafts that began as one, put together part by part. `both`: codes of parts that both changed, of which mine were taken. */
export function mergeForms(base: FormVersion, mine: FormVersion, theirs: FormVersion): { content: FormVersion; both: string[] } {
  const fields = mergedList(base.fields, mine.fields, theirs.fields);
  const rules = mergedList(base.rules, mine.rules, theirs.rules);
  const stages = mergedList(base.stages, mine.stages, theirs.stages);
  const actions = mergedList(base.actions, mine.actions, theirs.actions);
  const sections = mergedList(base.layout.sections, mine.layout.sections, theirs.layout.sections);
  return {
    content: {
      format: 1,
      dataSchema: single(base.dataSchema, mine.dataSchema, theirs.dataSchema),
      fields: fields.list,
      rules: rules.list,
      stages: stages.list,
      actions: actions.list,
      layout: { sections: sections.list },
      list: single(base.list, mine.list, theirs.list),
    },
    both: [fields, rules, stages, actions, sections].flatMap(({ both }) => both),
  };
}
