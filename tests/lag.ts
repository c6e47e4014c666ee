/** Asks until the answer is the expected one; tells for how many milliseconds questions still got another one, counted to when the last of these was asked. What waits for a busy machine is not counted. */
export async function lagUntil<T>(expected: T, ask: () => Promise<T>, most = 20_000): Promise<number> {
  const begun = performance.now();
  for (let last = 0; ;) {
    const at = performance.now() - begun;
    const got = await ask();
    if (got === expected) return last;
    if (at > most) throw new Error(`It is still ${JSON.stringify(got)} and not ${JSON.stringify(expected)}.`);
    last = at;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
