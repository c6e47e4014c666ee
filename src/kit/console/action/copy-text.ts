/** Copies a text; answers whether it could. Over plain http the browser offers no clipboard: then by way of a selection. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copySelected(text);
  }
}

function copySelected(text: string): boolean {
  const before = document.activeElement;
  const field = document.createElement('textarea');
  field.value = text;
  field.className = 'wh-hidden';
  // Within the dialog on screen: that keeps the focus to itself.
  (before?.closest('[role="dialog"]') ?? document.body).append(field);
  field.select();
  // Said to be on its way out for ten years: the only way without a secure origin, and every browser has it.
  const copied = document.execCommand('copy');
  field.remove();
  if (before instanceof HTMLElement) before.focus();
  return copied;
}
