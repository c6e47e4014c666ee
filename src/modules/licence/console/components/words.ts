import type { LicenceLimit, LicenceState } from '#kit/common/licence/licence-facts.ts';
import type { Language } from '#kit/common/language.ts';
import { textIfAny } from '#kit/console/i18n/i18n.ts';
import type { useT } from '#kit/console/i18n/use-t.ts';
import { numberText } from '#kit/console/table/formats.ts';
import type { LicenceFacts } from '../../common/licence.contract.ts';

type T = ReturnType<typeof useT<'licence'>>;

/** How urgent a state is. */
export const toneOf: Readonly<Record<LicenceState, 'ok' | 'warn' | 'bad' | 'idle'>> = {
  none: 'idle',
  evaluation: 'warn',
  valid: 'ok',
  expiring: 'warn',
  grace: 'bad',
  restricted: 'bad',
};

/** The limits of a licence in a line. */
export function limitsText(limits: LicenceFacts['limits'], t: T, language: Language): string {
  const parts = Object.entries(limits).map(([kind, most]) => `${t(`limit.${kind as LicenceLimit}`)} ${numberText(most, language)}`);
  return parts.length > 0 ? parts.join(' · ') : t('licence.noLimit');
}

/** What a module of a licence is called; one that this version does not have is called by its code. */
export const moduleText = (code: string): string => textIfAny('licence', `module.${code}`) ?? code;

/** The modules of a licence in a line. */
export const modulesText = (modules: readonly string[], t: T): string =>
  modules.includes('*') ? t('licence.allModules') : modules.map((code) => moduleText(code)).join(' · ') || '—';
