import { expect, test } from 'vitest';
import { ensureCatalog, registerCatalog, setLanguage, textIfAny } from './i18n.ts';

test('texts that were replaced while they came do not take the place of those that replaced them', async () => {
  await setLanguage('en_US');
  let arrive: (texts: Record<string, string>) => void = () => {};
  const late = new Promise<Record<string, string>>((resolve) => (arrive = resolve));
  registerCatalog('kit', { zh_CN: () => late, en_US: () => late, ja_JP: () => late });
  const part = ensureCatalog('kit');
  const whole = async () => ({ 'login.title': 'Sign in', 'filters.more': 'More filters' });
  registerCatalog('kit', { zh_CN: whole, en_US: whole, ja_JP: whole });
  await ensureCatalog('kit');
  arrive({ 'login.title': 'Sign in' });
  await part;
  expect(textIfAny('kit', 'filters.more')).toBe('More filters');
});
