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
  // Written into the object that the library holds: it may be loaded already, and then would not see another one.
  const known: unknown = Reflect.get(globalThis, '__zod_globalConfig');
  Reflect.set(globalThis, '__zod_globalConfig', Object.assign(typeof known === 'object' && known !== null ? known : {}, { jitless: true }));
}

/**
 * Gives every style sheet made by script this page's nonce. The component library does so for its own, but not for the two that it
 * makes to measure and to lock scroll bars. It opens nothing: only scripts of ours run here, and they can read the nonce anyway.
 */
export function nonceStyles(nonce: string): void {
  if (!nonce) return;
  const create = document.createElement.bind(document);
  const withNonce = (name: string, options?: ElementCreationOptions): HTMLElement => {
    const element = create(name, options);
    if (element instanceof HTMLStyleElement) element.nonce = nonce;
    return element;
  };
  Object.defineProperty(document, 'createElement', { value: withNonce, configurable: true, writable: true });
}
