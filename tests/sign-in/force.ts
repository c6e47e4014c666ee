import type { TestProduct } from '../product.ts';

/** Opens a setting past its rules, for tests of what comes after. */
export async function forceEnabled(product: TestProduct, id: string): Promise<void> {
  await product.database.db.updateTable('auth_setting').set({ enabled: true }).where('id', '=', id).execute();
}
