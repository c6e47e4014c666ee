/**
 * Runs work after the next paint of the page, so that the paint need not wait for it; at once where nothing is drawn, in
 * a tab behind others. Returns the way to leave it, as an effect does.
 */
export function afterPicture(work: () => void): () => void {
  if (document.hidden) {
    work();
    return () => undefined;
  }
  let timer: ReturnType<typeof setTimeout> | undefined;
  const frame = requestAnimationFrame(() => (timer = setTimeout(work)));
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
}
