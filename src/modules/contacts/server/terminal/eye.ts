import type { Language } from '#kit/common/language.ts';
import type { Range } from '#kit/server/caller.ts';
import type { Db, Services } from '#kit/server/services.ts';
import type { Why } from '../../common/terminal.contract.ts';
import type { Decision } from '../rule/decide.ts';
import type { Viewer } from '../rule/compile.ts';

/** Somebody who looks at the directory: through a terminal, or an administrator in their place. */
export interface Eye {
  readonly db: Db;
  readonly services: Pick<Services, 'now' | 'texts' | 'warnings' | 'directory' | 'secrets'>;
  readonly viewer: Viewer;
  readonly language: Language;
  /** Set where an administrator looks: only people of this range are drawn, with why, and nothing is counted or written down. */
  readonly preview?: { readonly range: Range };
}

/** Which rule decided, as the console is told. */
export function whyOf({ services, language, viewer }: Eye, { step, by, rule }: Pick<Decision, 'step' | 'by' | 'rule'>): Why {
  const everyone = viewer.parts.find(({ roleId, builtIn }) => builtIn && roleId === rule?.id);
  const ruleName = everyone ? services.texts.text(language, 'contacts', 'contactRole.everyone') : (rule?.name ?? '');
  return { step, by, ruleId: rule?.id ?? null, ruleName };
}
