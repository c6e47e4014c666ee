const fields = 'input:not([type=hidden]):not([disabled]), textarea:not([disabled])';

/** The first field of a dialog that can be seen; of choices that exclude one another the chosen one. */
function firstField(dialog: Element): HTMLElement | undefined {
  const all = [...dialog.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(fields)].filter((one) => one.checkVisibility());
  const [first] = all;
  if (first?.getAttribute('type') !== 'radio') return first;
  return all.find((one) => one instanceof HTMLInputElement && one.name === first.name && one.checked) ?? first;
}

/**
 * A dialog that opens gives the focus to its own cross, where Enter gives everything up. It goes on to the first field of the dialog, where
 * there is one; whoever comes back to the cross from within the dialog means it. Answers how to stop.
 */
export function beginInFirstField(): () => void {
  const begin = ({ target, relatedTarget }: FocusEvent): void => {
    if (!(target instanceof HTMLElement) || !target.matches('.ant-modal-close')) return;
    const dialog = target.closest('.ant-modal');
    if (dialog && !(relatedTarget instanceof Node && dialog.contains(relatedTarget))) firstField(dialog)?.focus({ preventScroll: true });
  };
  document.addEventListener('focusin', begin);
  return () => document.removeEventListener('focusin', begin);
}
