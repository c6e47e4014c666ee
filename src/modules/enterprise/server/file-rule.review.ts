import type { ReviewedArea } from '#kit/server/access/reviewed-area.ts';

/** File rules in the review of rights: on which terminals they hold, and what they do. */
export const fileRuleReview: ReviewedArea = {
  area: 'fmm',
  given: async ({ db, caller, services }, roleIds) => {
    const word = (key: string): string => services.texts.text(caller.language, 'enterprise', key);
    const rows = await db
      .selectFrom('role')
      .select(['id', 'terminal_type', 'rule_type'])
      .where('id', 'in', ['', ...roleIds].slice(1))
      .execute();
    return new Map(
      rows.map(({ id, terminal_type: terminals, rule_type: rule }) => {
        const gives = [{ code: `ruleType.${rule ?? 1}`, name: word(`fmmRole.ruleType.${rule ?? 1}`), dangerous: false }];
        return [id, { range: word(`fmmRole.terminalType.${terminals ?? 1}`), gives }] as const;
      }),
    );
  },
};
