import type { Endpoint, Input } from '#kit/common/contract.ts';
import { callRaw, type CallOptions } from './call.ts';

/** Fetches a file (the session travels in a header, which a plain link cannot send) and hands it to the browser under its own name. */
export async function download<E extends Endpoint>(
  operation: E,
  input: Input<E>,
  options: CallOptions & { fallbackName: string },
): Promise<void> {
  const response = await callRaw(operation, input, options);
  handOver(nameIn(response.headers.get('content-disposition')) ?? options.fallbackName, await response.blob());
}

/** Hands a text to the browser as a file. */
export const saveText = (name: string, text: string, type = 'text/plain'): void => handOver(name, new Blob([text], { type }));

function handOver(name: string, blob: Blob): void {
  const address = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The browser reads the blob after the click has returned.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

/** The file name of a Content-Disposition header: `filename*` first (RFC 6266, RFC 8187). */
export function nameIn(header: string | null): string | undefined {
  const extended = /filename\*=UTF-8''([^;]+)/i.exec(header ?? '')?.[1];
  if (extended) {
    try {
      return decodeURIComponent(extended);
    } catch {
      return undefined;
    }
  }
  return /filename="?([^";]+)"?/i.exec(header ?? '')?.[1];
}
