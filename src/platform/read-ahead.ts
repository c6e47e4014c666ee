/** The same pieces in the same order: each is fetched while the one before is used, so that two sides work at the same time. */
export async function* readAhead<T>(pieces: AsyncIterable<T>): AsyncGenerator<T> {
  const source = pieces[Symbol.asyncIterator]();
  const fetch = (): Promise<IteratorResult<T>> => {
    const piece = source.next();
    // Whoever stops before it is there has no use for its failure.
    piece.catch(() => undefined);
    return piece;
  };
  try {
    for (let coming = fetch(); ;) {
      const piece = await coming;
      if (piece.done) return;
      coming = fetch();
      yield piece.value;
    }
  } finally {
    await source.return?.();
  }
}
