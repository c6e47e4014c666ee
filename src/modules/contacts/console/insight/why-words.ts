import { useT } from '#kit/console/i18n/use-t.ts';
import { authRangePage, specialUserPage } from '../../common/permissions.ts';
import type { Why } from '../../common/terminal.contract.ts';

/** Returns which step and rule decided. */
export function useWhyWords(): (why: Why) => string {
  const t = useT('contacts');
  return ({ step, by, ruleName }) => {
    const words = t('see.step', { step, by: t(`check.by.${by}`) });
    return ruleName === '' ? words : `${words}: ${ruleName}`;
  };
}

/** Where the rule that decided is edited, with the code that opens it; undefined for what is no rule with a page. */
export function placeOfRule({ by, ruleId }: Why): { code: string; to: string } | undefined {
  if (ruleId === null) return undefined;
  if (by === 'special') return { code: specialUserPage.code, to: `${specialUserPage.route}/role?roleId=${ruleId}` };
  return by === 'role' ? { code: authRangePage.code, to: `${authRangePage.route}?roleId=${ruleId}` } : undefined;
}
