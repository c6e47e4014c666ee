import type { CoreServices } from '#kit/server/services.ts';
import { decide, isSeen } from './rule/decide.ts';
import { contactRulesOf } from './rule/open-rules.ts';
import { readPeople } from './rule/read-people.ts';

/** Whether somebody may begin to write to somebody else, and by which rule not. */
export async function mayReach(
  services: Pick<CoreServices, 'database' | 'now'>,
  from: string,
  to: string,
): Promise<{ allowed: boolean; rule: { id: string; name: string } | null }> {
  const rules = contactRulesOf(services);
  const [viewer, book] = [await rules.viewer(from), await rules.book()];
  const target = (await readPeople(services.database.db, [to], book.crowds)).get(to);
  if (!viewer || !target) return { allowed: false, rule: null };
  const decision = decide(viewer, target);
  return { allowed: isSeen(decision) && decision.functions.has('reach.chat'), rule: decision.rule };
}
