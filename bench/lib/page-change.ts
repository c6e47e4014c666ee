import type { Locator, Page } from 'playwright-core';

/** A page of the console: its link in the menu, and what stands on it once its content is there. */
export interface Stop {
  route: string;
  content: string;
}

const linkOf = (page: Page, route: string): Locator => page.locator(`.wh-menu nav a[href="${route}"]`);

/** Unfolds the group of the menu in which the page's link stands, where it is folded. */
export async function unfold(page: Page, { route }: Stop): Promise<void> {
  const link = linkOf(page, route);
  await link.waitFor({ state: 'attached' });
  const group = page.locator('.wh-menu nav li', { has: page.locator(`a[href="${route}"]`) }).locator('> button[aria-expanded=false]');
  if ((await group.count()) > 0) await group.click();
  await link.waitFor();
}

/**
 * Clicks on the page's link in the menu and answers how long it takes, in milliseconds, from the click as the browser dates it until the
 * frame in which the page's content stands has been painted (a skeleton does not count).
 */
export async function changePage(page: Page, { route, content }: Stop): Promise<number> {
  const link = linkOf(page, route);
  await link.waitFor();
  const painted = page.evaluate<number>(`new Promise((resolve, reject) => {
    setTimeout(() => reject(new Error('${route} did not show ${content} within 30 s')), 30000);
    document.addEventListener('click', ({ timeStamp }) => {
      const look = () => {
        const there = [...document.querySelectorAll(${JSON.stringify(`.wh-page ${content}`)})].some((one) => one.checkVisibility() && one.getBoundingClientRect().height > 0);
        if (!there || !location.pathname.startsWith(${JSON.stringify(route)})) return requestAnimationFrame(look);
        // A task after this frame's drawing: what stands now has been painted.
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => resolve(performance.now() - timeStamp);
        port2.postMessage(0);
      };
      requestAnimationFrame(look);
    }, { capture: true, once: true });
  })`);
  const [millis] = await Promise.all([painted, link.click()]);
  return millis;
}
