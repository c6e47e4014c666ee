/** Puts the focus into a part of the group that a button changes, once it is drawn: a line that comes or goes would lose it. */
export function focusLater(button: HTMLElement, selector: string): void {
  const group = button.closest('[role=group]');
  requestAnimationFrame(() => group?.querySelector<HTMLElement>(selector)?.focus());
}
