interface Policies {
  createPolicy(name: string, rules: { createHTML(text: string): string | null }): unknown;
}

/**
 * Trusted Types (W3C): the only texts that may become markup are style sheets, which the component library writes through innerHTML.
 * Anything with a `<` is refused by the browser.
 */
export function guardMarkup(): void {
  const policies: Policies | undefined = Reflect.get(window, 'trustedTypes');
  policies?.createPolicy('default', { createHTML: (text) => (text.includes('<') ? null : text) });
}

/** Tells the schema library not to compile its checks to functions, which the policy forbids; it reads this before its first schema. */
export function forbidCompiling(): void {
  Reflect.set(globalThis, '__zod_globalConfig', { jitless: true });
}
