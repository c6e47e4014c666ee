import { expect } from 'vitest';
import type { Locator, Page } from 'playwright-core';

/** What has the focus: nothing where it is on the target or inside it, else how that begins. */
const elsewhere = (target: Locator): Promise<string> =>
  target.evaluateAll((elements) => {
    const { activeElement } = document;
    return elements.some((element) => element.contains(activeElement))
      ? ''
      : `${elements.length}: ${activeElement?.outerHTML.slice(0, 160)}`;
  });

/** Waits until the focus is on something, or inside it. */
export const focusOn = (target: Locator): Promise<void> => expect.poll(() => elsewhere(target), { timeout: 10_000 }).toBe('');

/** Goes to something by the key Tab alone; what no Tab reaches within so many steps can't be reached by keyboard. */
export async function tabTo(page: Page, target: Locator, most = 150): Promise<void> {
  await target.waitFor();
  for (let step = 0; step < most; step += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`No Tab leads to ${target}`);
}

/** Goes to something by Tab, and presses a key on it. */
export async function pressOn(page: Page, target: Locator, key = 'Enter'): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press(key);
}

/** Goes to a field by Tab, and types. */
export async function typeInto(page: Page, field: Locator, text: string): Promise<void> {
  await tabTo(page, field);
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(text);
}

/** Opens the first line of a list by the keyboard and closes its drawer; the focus comes back to the line. */
export async function openByKeyboard(page: Page, inside: string): Promise<void> {
  const line = page.locator('.whk-open').first();
  await pressOn(page, line);
  const drawer = page.locator('.ant-drawer').first();
  await drawer.locator(inside).first().waitFor();
  await focusOn(drawer);
  await page.keyboard.press('Escape');
  await drawer.waitFor({ state: 'detached' });
  await focusOn(line);
}
