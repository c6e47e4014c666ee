import type { Language } from '#kit/common/language.ts';
import type { RoleNamer } from '#kit/server/access/role.named.ts';
import type { Range } from '#kit/server/caller.ts';
import type { Db, Services } from '#kit/server/services.ts';
import type { Why } from '../../common/terminal.contract.ts';
import type { Decision } from '../rule/decide.ts';
import type { Viewer } from '../rule/compile.ts';

/** Viewer of the directory: through a terminal, or an administrator in their place. */
export interface Eye {
  readonly db: Db;
  readonly services: Pick<Services, 'now' | 'texts' | 'warnings' | 'directory' | 'secrets'>;
  readonly viewer: Viewer;
  readonly language: Language;
  /** Set where an administrator looks: only people of this range are drawn, with why, rules are said as `named` does, and nothing is counted or written down. */
  readonly preview?: { readonly range: Range; readonly named: RoleNamer };
}

/** Which rule decided, as the console is told. */
export function whyOf({ services, language, viewer, preview }: Eye, { step, by, rule }: Pick<Decision, 'step' | 'by' | 'rule'>): Why {
  const everyone = viewer.parts.find(({ roleId, builtIn }) => builtIn && roleId === rule?.id);
  if (everyone && rule) return { step, by, ruleId: rule.id, ruleName: services.texts.text(language, 'kit', 'role.everyone') };
  // An entry of the white list is a rule without a name.
  const named = rule && preview && rule.name !== '' ? preview.named(rule) : rule;
  return { step, by, ruleId: named?.id || null, ruleName: named?.name ?? '' };
}
