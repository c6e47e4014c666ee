interface Batch<V> {
  keys: Set<string>;
  answer: Promise<ReadonlyMap<string, V>>;
}

/** Makes of a call for many keys one for each: those that are asked for in the same moment go in one call, `atOnce` at most. */
export function gather<V>(
  atOnce: number,
  ask: (keys: string[]) => Promise<ReadonlyMap<string, V>>,
): (key: string) => Promise<V | undefined> {
  let batch: Batch<V> | undefined;
  const begin = (): Batch<V> => {
    const keys = new Set<string>();
    const answer = Promise.resolve().then(() => {
      // Whoever asks from now on begins the next call.
      if (batch?.keys === keys) batch = undefined;
      return ask([...keys]);
    });
    return { keys, answer };
  };
  return async (key) => {
    if (!batch || batch.keys.size >= atOnce) batch = begin();
    batch.keys.add(key);
    return (await batch.answer).get(key);
  };
}
