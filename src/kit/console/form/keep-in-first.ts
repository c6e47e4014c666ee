/** Drawings for which fields that are fetched with the form are waited for. */
const mostFrames = 90;

/**
 * The cursor stands in the first field of what was opened last at a place (a selector): a form in a drawer or dialog, the question for the
 * password. Fields are fetched, so that one further down may be there before
 * the first, and drawer and dialog take the focus themselves when they open: the cursor follows as long as nobody has begun, and the form stays at
 * its top. Answers how to stop.
 */
export function keepInFirst(place: string): () => void {
  let form: Element | undefined;
  let given: HTMLInputElement | HTMLTextAreaElement | undefined;
  let before = '';
  let frames = 0;
  let frame = 0;
  const look = (): void => {
    form ??= [...document.querySelectorAll(place)].at(-1);
    const active = document.activeElement;
    const untouched = active === null || active === given || active.contains(form ?? null);
    if (!form || (given && !untouched) || (given && given.value !== before) || (!given && form.contains(active))) return;
    const first = form.querySelector<HTMLInputElement | HTMLTextAreaElement>('input:not([disabled]), textarea:not([disabled])');
    if (first && first !== active) {
      given = first;
      before = first.value;
      first.focus({ preventScroll: true });
    }
    frames += 1;
    if (frames < mostFrames) frame = requestAnimationFrame(look);
  };
  frame = requestAnimationFrame(look);
  return () => cancelAnimationFrame(frame);
}
