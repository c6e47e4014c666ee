import type { APIRequestContext, APIResponse, BrowserContext, Page } from 'playwright-core';

/** Who signs in where. */
export interface Person {
  origin: string;
  account: string;
  password: string;
}

/** What a browser keeps of who is signed in. */
export type Session = Record<'accessToken' | 'userInfo', unknown>;

const asBrowser = { 'x-wheelhouse-browser': '1' };

/** Signs somebody in as the console does. */
export async function sessionOf(request: APIRequestContext, { origin, account, password }: Person): Promise<Session> {
  const { verifyId } = await dataOf<{ verifyId: string }>(request.get(`${origin}/api/sysConsole/getVerifyId`, { headers: asBrowser }));
  const { accessToken, userInfo } = await dataOf<Session>(
    request.post(`${origin}/api/login`, { headers: asBrowser, data: { account, password, verifyId } }),
  );
  return { accessToken, userInfo };
}

/** Whether the product knows a session. */
export async function isAlive(request: APIRequestContext, origin: string, token: unknown): Promise<boolean> {
  const answer = await request.get(`${origin}/api/sysConsole/getUser`, { headers: { ...asBrowser, accesstoken: String(token) } });
  return ((await answer.json()) as { code: number }).code === 0;
}

/** Whether the product of now would hand out the page as it was loaded: its configuration stands in it. */
export async function isLoadedAsNow({ page, context }: { page: Page; context: BrowserContext }, origin: string): Promise<boolean> {
  const configIn = (text: string): string => /<meta name="product-config" content="([^"]*)"/.exec(text)?.[1] ?? '';
  const now = configIn(await (await context.request.get(`${origin}/login`)).text());
  const escaped = (text: string): string =>
    text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  const loaded = await page.evaluate(() => document.querySelector('meta[name=product-config]')?.getAttribute('content') ?? '');
  return escaped(loaded) === now;
}

/** What an answer of the product holds; throws what a refusal says. */
async function dataOf<T>(answer: Promise<APIResponse>): Promise<T> {
  const { code, msg, data } = (await (await answer).json()) as { code: number; msg: string; data: T };
  if (code !== 0) throw new Error(`${code} ${msg}`);
  return data;
}
