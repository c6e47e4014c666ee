import { expect } from 'vitest';
import type { TestProduct } from '../product.ts';
import { formOf, wordsOf, type WalkingBrowser } from './browser-walk.ts';

/** Signs a browser in by a way that sends it away, by a form of the provider where there is one; answers the token of the session. */
export async function walkIn({ app }: TestProduct, browser: WalkingBrowser, code: string): Promise<string> {
  const place = await browser.go(`/api/login/start/${code}`);
  const words = place.body === '' || place.status !== 200 ? wordsOf(place) : await sendForm(app, browser, { code, page: place.body });
  const { kind, ticket } = words;
  const entered = await browser.post('/api/login', { kind, ticket });
  expect([entered.code, words]).toEqual([0, words]);
  return entered.data.accessToken ?? '';
}

async function sendForm(app: TestProduct['app'], browser: WalkingBrowser, { code, page }: { code: string; page: string }) {
  // From another site our cookies do not come along.
  const answer = await app.inject({
    method: 'POST',
    url: `/api/login/callback/${code}`,
    headers: { host: 'localhost', 'content-type': 'application/x-www-form-urlencoded' },
    remoteAddress: browser.address,
    payload: formOf(page).toString(),
  });
  return wordsOf(await browser.go(String(answer.headers['location'])));
}
