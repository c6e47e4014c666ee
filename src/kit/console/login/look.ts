import { createContext, useContext } from 'react';
import type { ProductConfig } from '#kit/common/product/product-config.ts';
import { productConfig } from '../boot/page-meta.ts';

/** What of the product's configuration is tried out in a preview. */
export const LookContext = createContext<Partial<ProductConfig> | undefined>(undefined);

/** The product's configuration as the sign-in page is drawn with it. */
export function useLook(): ProductConfig {
  const tried = useContext(LookContext);
  return { ...productConfig(), ...tried };
}
