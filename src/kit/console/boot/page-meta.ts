import { productConfigOf, titleOf, type ProductConfig } from '#kit/common/product/product-config.ts';
import { currentLanguage } from '../i18n/i18n.ts';

/** The nonce of this page's policy, for styles made in the browser; empty on the development server, which has no policy. */
export function pageNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce ?? '';
}

let config: ProductConfig | undefined;

/** The product's configuration as this page was served with; items of the wrong type are replaced by their defaults with a console error. */
export function productConfig(): ProductConfig {
  return (config ??= productConfigOf(configured(), (item) => {
    // oxlint-disable-next-line no-console -- the operator who wrote the configuration looks here
    console.error(`The product configuration: ${item} does not have the right type, its default is used`);
  }));
}

/** The title of the browser's tab or of the menu, in the language on screen. */
export const productTitle = (name: 'tabTitle' | 'menuTitle'): string => titleOf(productConfig(), name, currentLanguage());

function configured(): unknown {
  const text = document.querySelector<HTMLMetaElement>('meta[name=product-config]')?.content;
  try {
    return JSON.parse(text || '{}');
  } catch {
    return 'not JSON';
  }
}
