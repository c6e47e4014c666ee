import { expect } from 'vitest';
import type { ElementHandle, Locator, Page } from 'playwright-core';

/** What has the focus: nothing where it is on the target or inside it, else how that begins. */
const elsewhere = (target: Locator): Promise<string> =>
  target.evaluateAll((elements) => {
    const { activeElement } = document;
    return elements.some((element) => element.contains(activeElement))
      ? ''
      : `${elements.length}: ${activeElement?.outerHTML.slice(0, 160)}`;
  });

/** Waits until the focus is on something, or inside it. */
export const focusOn = (target: Locator): Promise<void> => expect.poll(() => elsewhere(target)).toBe('');

/** Which way is shorter: back to what stands before the focus, on to everything else. */
const wayTo = (target: ElementHandle): Promise<'Tab' | 'Shift+Tab'> =>
  target.evaluate((element) => {
    const { activeElement, body } = document;
    if (!activeElement || activeElement === body) return 'Tab';
    return activeElement.compareDocumentPosition(element as Element) & Node.DOCUMENT_POSITION_PRECEDING ? 'Shift+Tab' : 'Tab';
  });

const standing = (target: ElementHandle): Promise<'gone' | 'focused' | 'elsewhere'> =>
  target.evaluate((element) => (element === document.activeElement ? 'focused' : element.isConnected ? 'elsewhere' : 'gone'));

/** Goes to something by the key Tab alone, back where it stands before; what is not reached within so many steps can't be by keyboard. */
export async function tabTo(page: Page, target: Locator, most = 150): Promise<void> {
  // Found once: a role and a name are looked for in the whole page, which costs more than all steps together.
  const find = () => target.elementHandle() as Promise<ElementHandle>;
  await target.waitFor();
  let element = await find();
  const key = await wayTo(element);
  for (let step = 0; step < most; step += 1) {
    const now = await standing(element);
    if (now === 'focused') return;
    if (now === 'gone') element = await find();
    else await page.keyboard.press(key);
  }
  throw new Error(`No ${key} leads to ${target}`);
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
